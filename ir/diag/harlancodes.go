package diag

// The codes of programs in Harlan.

var harlanCodes = []Code{
	{ID: "E0401", Title: "brackets that do not match", Text: `
Every ( is closed by a ), and every [ by a ]. The message is at the first
bracket that is never closed; a later one in the first column of a line shows
that the missing one is probably before it.`},
	{ID: "E0402", Title: "a text or comment that is never closed", Text: `
A text ends with the next " that has no backslash in front. Comments between
#| and |# nest, so each needs an end of its own; ; comments out the rest of a
line.`},
	{ID: "E0403", Title: "something that is no token", Text: `
There are symbols, numbers, texts, truth values #t and #f, and characters such
as #\a and #\newline. There is no quote: symbols and lists are not data of
programs.`},
	{ID: "E0404", Title: "something in the wrong place", Text: `
A file has one module, with a test specification in front of it or without:

  (module
    (define (main) 0))

A dot stands in front of the last part of a list in patterns and templates
only.`},
	{ID: "E0410", Title: "there is no such library", Text: `
(import name) puts the declarations of a library into the program. core is
always there.`},
	{ID: "E0411", Title: "a name is defined twice", Text: `
A program defines each function, macro, constructor, extern and datatype once.
It may define names of libraries: its own definition is used then.`},
	{ID: "E0420", Title: "a malformed rule of a macro", Text: `
A rule is a pattern and a template. In a pattern, every variable occurs once,
and ... behind an element says that it may be repeated. In the template, the
variables in it need as many ... behind them:

  (define-macro rows ()
    ((_ (x ...) ...) (vector (vector x ...) ...)))`},
	{ID: "E0421", Title: "a macro has no rule for this", Text: `
The rules of a macro are tried in their order, and none of them fits this use. A
pattern without ... fits lists of one length only.`},
	{ID: "E0422", Title: "an expansion without end", Text: `
The expansion of a macro has the macro in it again, and so on. A rule for the
last case must come first.`},
	{ID: "E0430", Title: "a malformed form", Text: `
Words such as let, if, match and kernel are used in one way each; the hint
says how.`},
	{ID: "E0431", Title: "a name that means nothing", Text: `
Variables are bound by let, lambda, kernel, match and parameters of functions.
Functions may be used in front of their definition, macros only behind it.`},
	{ID: "E0432", Title: "a wrong number of arguments", Text: `
Functions, constructors and procedures get as many arguments as they have
parameters. Operators have two operands: -x is written (- 0 x).`},
	{ID: "E0433", Title: "a match that does not fit a datatype", Text: `
A match has one arm for each constructor of one datatype, in any order. Patterns
are one level deep: a constructor and variables for its fields.`},
	{ID: "E0434", Title: "there is no such type", Text: `
The types are int, float, bool, char, str, u64, void, datatypes of the
program, (vec t), (ptr t) and (closure (t ...) -> t).`},
	{ID: "E0435", Title: "a name that is no value", Text: `
Functions, macros and words such as if are no values. A procedure that calls a
function is (lambda (x) (f x)); macros such as map and reduce take names of
functions.`},
	{ID: "E0440", Title: "a wrong type", Text: `
A function has one type in the program. An int literal becomes a float where
one is needed; (int->float i) converts a variable.`},
	{ID: "E0441", Title: "an operator or cast that a type does not have", Text: `
mod, shifts and bitwise operators are for int and u64. Procedures and pointers
cannot be compared. Casts are between numbers, and from characters.`},
	{ID: "E0442", Title: "a wrong main", Text: `
A program starts with main, which has no parameters and yields an int, its
exit status, or nothing:

  (define (main) (println "hello") 0)`},
	{ID: "E0443", Title: "a value that cannot be printed", Text: `
Numbers, truth values, characters, texts, and data and vectors of these have a
text; procedures and pointers do not.`},
	{ID: "E0450", Title: "a variable from outside of a kernel or procedure is assigned", Text: `
The elements of a kernel are computed at once, and a procedure has the values
of variables as they are where it is made, so an assignment would be seen by
nobody. Let it yield the value.`},
	{ID: "E0451", Title: "an element of a vector that others may hold is assigned", Text: `
(set! (vector-ref v i) e) is for vectors that the function has made itself,
and has not stored, captured or handed on before the last assignment. So is
a call of a function that assigns elements of its argument. A vector may go
on to another variable if the first one does not use it again. A copy of a
vector from elsewhere is (kernel ((x v)) x).`},
	{ID: "E0461", Title: "a function outside of programs that is not there", Text: `
(extern f (type ...) -> type) declares one of a few functions that every
target has. Functions in C cannot be called.`},
}
