package diag

// The codes of programs in VCODE, and a program for each.

var vcodeCodes = []Code{
	{ID: "E0501", Title: "something that is no word", Text: `
A file is words, brackets ( ) and strings; blanks and line ends separate them.
Words are made of letters, digits and + - * / % < = > ! . _ and their case
matters. Comments are { ... } and do not nest; strings have no escapes.`},
	{ID: "E0502", Title: "there is no such instruction", Text: `
Instructions are words in capitals, and their list is in docs/vcode.md. A name
that is no instruction stands behind FUNC or CALL only.`},
	{ID: "E0503", Title: "a malformed instruction", Text: `
COPY, POP and CPOP have two numbers behind them: of how many entries, above
which how many others lie. Instructions for vectors of several types have a
type behind them: INT, FLOAT or BOOL, of input and output also CHAR or SEGDES.
CALL and FUNC have a name.`},
	{ID: "E0504", Title: "a malformed constant", Text: `
A constant is an element of its type, or elements in brackets:

  CONST INT 3      CONST FLOAT ( 1. -2.5e3 )    CONST BOOL ( T F )
  CONST INT ( )    CONST CHAR "text"            CONST SEGDES 5

A float has a point. CONST SEGDES makes one segment; descriptors of several
are made by MAKE_SEGDES of their lengths. Ints have 32 bits, or 64 with
-int=64.`},
	{ID: "E0505", Title: "words that do not match", Text: `
A function is FUNC name ... RET, with one RET at its end. IF is followed by
ENDIF, with one ELSE between them or none.`},
	{ID: "E0506", Title: "a function that is not there, or twice", Text: `
CALL names a function of the file, in front of it or behind. Every function
has a name of its own. The program starts with MAIN or, if there is none, with
the first.`},
	{ID: "E0507", Title: "an instruction that is not supported", Text: `
SPAWN starts a process, which programs of this compiler do not: they run in
contexts that share a process, on devices, and in browsers. What the process
would have written can be a file that the program opens.`},
	{ID: "E0510", Title: "too few entries on the stack", Text: `
A program starts with an empty stack. How many entries a function takes is
found out from its body; where it is called, the stack has to have them.`},
	{ID: "E0511", Title: "the height of the stack is not known", Text: `
The two parts of an IF leave the same number of entries; one that ends in EXIT
may leave any. Without ELSE, the other part leaves what there was. No function
pushes more than 10,000 entries.`},
	{ID: "E0512", Title: "a recursion without an arity", Text: `
How many entries a function leaves is found out from the part that does not
call it again. If every part does, it never returns; if each call takes more
of the stack than the last, it takes any number of entries. Neither can be
compiled.`},
	{ID: "E0513", Title: "a timer that does not match", Text: `
START_TIMER and the STOP_TIMER that belongs to it stand in the same part of a
function, and no other START_TIMER between them.`},
	{ID: "E0520", Title: "an entry of another type", Text: `
Every entry of the stack is a vector of INT, FLOAT or BOOL, a segment
descriptor or a pair. Types are found out forward from the start of the
program; an instruction needs those that its list in docs/vcode.md says, and
both parts of an IF leave the same. A scalar is a vector with one element.`},
}

// vcodeFlags make a program one in VCODE, whatever its file is called; mistakes of the stack are
// found by passes.
var vcodeFlags = []string{"-front=vcode", "-to=fkl.unzipped"}

var vcodeExamples = []example{
	{id: "E0501", program: `FUNC MAIN CONST CHAR "hello RET`, flags: vcodeFlags},
	{id: "E0502", program: `FUNC MAIN CONST INT 3 CPY 1 0 + INT RET`, flags: vcodeFlags},
	{id: "E0503", program: `FUNC MAIN CONST INT 3 COPY 1 + INT RET`, flags: vcodeFlags},
	{id: "E0504", program: `FUNC MAIN CONST FLOAT ( 1.5 2 ) RET`, flags: vcodeFlags},
	{id: "E0505", program: `FUNC MAIN
  CONST BOOL T IF CONST INT 1 ELSE CONST INT 2
RET`, flags: vcodeFlags},
	{id: "E0506", program: `FUNC MAIN CONST INT 3 CALL SQAURE RET
FUNC SQUARE COPY 1 0 * INT RET`, flags: vcodeFlags},
	{id: "E0507", program: `FUNC MAIN CONST CHAR "ls" CONST INT 0 CONST INT 1 CONST INT 2 SPAWN RET`, flags: vcodeFlags},
	{id: "E0510", program: `FUNC MAIN CONST INT 3 CALL ADD RET
FUNC ADD + INT RET`, flags: vcodeFlags},
	{id: "E0511", program: `FUNC MAIN
  CONST INT 1
  CONST BOOL T IF CONST INT 2 ENDIF
RET`, flags: vcodeFlags},
	{id: "E0512", program: `FUNC MAIN CONST INT 3 CALL DOWN RET
FUNC DOWN CONST INT 1 - INT CALL DOWN RET`, flags: vcodeFlags},
	{id: "E0513", program: `FUNC MAIN
  START_TIMER CONST BOOL T IF STOP_TIMER ELSE CONST FLOAT 0. ENDIF
RET`, flags: vcodeFlags},
	{id: "E0520", program: `FUNC MAIN CONST INT ( 1 2 3 ) CONST INT 3 +_SCAN INT RET`, flags: vcodeFlags},
}
