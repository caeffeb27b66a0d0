// Codes E01xx: lexical structure and syntax. The parser is grammar/nesl.

package diag

var syntaxCodes = []Code{
	{ID: "E0101", Title: "comment is never closed", Text: `
A comment runs from one % to the next %, over any number of lines. This one has
no second %, so the rest of the file belongs to it:

    x = 7;   % seven

Write a % at its end. There is no % operator: the remainder of a division is
the function rem (sign of the dividend) or mod (sign of the divisor):

    rem(x, 2)`},
	{ID: "E0102", Title: "string or character is not complete", Text: `
A string runs from one double quote to the next one. It may contain line ends;
a double quote or a backslash inside it is written with a backslash before it:

    "she said \"hi\""

After a backslash, n is a newline, t a tab, x with two hexadecimal digits the
byte with that code; any other character is itself.

A character is written as a backquote and the character itself.`},
	{ID: "E0103", Title: "character means nothing in NESL", Text: `
The character is not part of any token. Likely causes:

    x != y      unequal is written       x /= y
    !x          not is a function:       not(x)
    a & b       and is a word:           a and b
    c ? a : b   a choice is written      if c then a else b
    p.x         pairs are taken apart    let (x, y) = p in x
    'a'         a character is written with a backquote
    \x -> e     a function is written    x => e`},
	{ID: "E0104", Title: "number is out of range", Text: `
The integers of a program have 32 bits, and a literal is at most 2147483647,
unless it is compiled with -int=64. The least integer may be written as such:
-2147483648. Only literals are checked: arithmetic wraps, as in max_int + 1.

A float literal must be zero or between about 5e-324 and 1.8e308, and with
-float=32 between 1.4e-45 and 3.4e38. There are no literals for infinity and for
not-a-number.`},
	{ID: "E0105", Title: "reserved word is used as a name", Text: `
These words, in upper or lower case, cannot name a variable or a function:

    if then else let in function datatype time
    and or nand nor xor pair closure defconfig
    t f

t and f are the constants true and false. This is the most frequent one:

    let f = x + 1 in f * f

Choose another name, such as fx. At the start of a form, and only there, the
words load set get show help exit lisp describe apropos shell dump edit begin a
command; put an expression that begins with one of them in parentheses.`},
	{ID: "E0106", Title: "char is more than one byte", Text: `
A char is a byte, and a string is a sequence of bytes. Text in UTF-8 passes
through strings as it is, but characters outside ASCII are several bytes there,
so they are strings:

    "é"                 two bytes, in UTF-8
    "\xE9"              one byte
    code_char(233)      the same byte as a char`},
	{ID: "E0107", Title: "escape is not complete", Text: `
In a string, \x and two hexadecimal digits are the byte with that code:
"\x1B[0m" begins with an escape character. A backslash itself is written \\.`},
	{ID: "E0110", Title: "something else was expected", Text: `
The program stops being NESL at this place. The message says what would have
continued it. The forms of the language are:

    function NAME(PATTERN) = EXPRESSION;
    function NAME(PATTERN) : TYPE -> TYPE = EXPRESSION;
    datatype NAME(TYPES);
    PATTERN = EXPRESSION;
    EXPRESSION;

    if EXPRESSION then EXPRESSION else EXPRESSION
    let PATTERN = EXPRESSION; ... in EXPRESSION
    {EXPRESSION : PATTERN in EXPRESSION; ... | EXPRESSION}
    [EXPRESSION, ...]    [FROM : TO]    [FROM : TO : STEP]    [] TYPE

An if always has an else, and a let always has an in.`},
	{ID: "E0111", Title: "bracket has lost its other half", Text: `
Brackets must come in pairs and nest. The note shows the bracket that is still
open, or the message says that nothing is open at all:

    a = (1 + 2;

A bracket that is reported at the start of the next function was left open
somewhere in the form before.`},
	{ID: "E0112", Title: "operator has no operand", Text: `
An infix operator needs an expression on both sides, a prefix operator (- # @)
needs one behind it:

    1 + * 2

Operators are not values. To pass one to a function, wrap it:

    scan((a, b) => a + b, 0, v)`},
	{ID: "E0113", Title: "nothing follows a comma", Text: `
A comma stands between two expressions; NESL has no trailing commas:

    [1, 2, 3,]`},
	{ID: "E0114", Title: "parentheses are empty", Text: `
There is no empty tuple. Every function takes exactly one argument, which may be
a tuple, so a function of nothing is written as a constant or with an argument
that it does not use:

    answer = 42;
    function roll(n) = rand(6);`},
	{ID: "E0115", Title: "empty sequence has no type", Text: `
NESL does not guess the type of an empty sequence; it stands behind the
brackets:

    [] int      [] (int, float)      [] [char]

For a sequence of characters there is also "".`},
	{ID: "E0116", Title: "range is written wrongly or stands in the wrong place", Text: `
A range is a sequence of integers, without the second bound:

    [0:5]       is [0, 1, 2, 3, 4]
    [0:10:3]    is [0, 3, 6, 9]

Its bounds contain no commas. It is no index: a part of a sequence is

    a -> [2:5]          or          subseq(a, 2, 5)`},
	{ID: "E0117", Title: "literal is applied like a function", Text: `
Two expressions side by side are an application: f x means f(x). So when the
first one is a number, a string or a sequence, something between them is
missing, most often an operator or the ; at the end of the line before:

    x = 3
    y + 1;`},
	{ID: "E0118", Title: "pattern was expected", Text: `
What stands on the left of =, in or => must be a pattern: a name, a pair of
patterns, or a datatype applied to a pattern.

    let (x, (y, z)) = e in x
    {a * b : (a, b) in pairs}
    function norm(point(x, y)) = sqrt(x * x + y * y);

Patterns hold no literals and no sequences. To compare, use if and ==.`},
	{ID: "E0119", Title: "type was expected", Text: `
A type is one of

    int  float  bool  char         base types
    a                              a type variable
    [int]                          a sequence
    (int, float)                   a pair
    int -> float                   a function
    point   tree(int)              a datatype, with its parameters

A sequence of pairs needs parentheses: [(int, float)]. A function of two
arguments has the type (int, int) -> int; without the parentheses the arrow
binds tighter than the comma.`},
	{ID: "E0120", Title: "= was used to compare", Text: `
= gives a name to a value and stands only in definitions and in let. Two values
are compared with ==, or with eql when they are sequences or tuples:

    if a == b then 1 else 2`},
	{ID: "E0121", Title: "; is missing", Text: `
Every form at top level and every binding of a let but the last one ends with a
semicolon:

    x = 3;
    y = 4;
    let a = 1;
        b = 2
    in a + b;

Line ends mean nothing in NESL.`},
	{ID: "E0122", Title: "doc string follows a type", Text: `
A doc string stands behind the parameters of a function, or behind the context
of its type; behind a bare type it would be an argument of that type:

    function double(x) "twice x" = 2 * x;
    function double(x) : a -> a :: (a in number) "twice x" = 2 * x;`},
	{ID: "E0123", Title: "function has neither a body nor a type", Text: `
A function is defined with = and a body. Without a body the form only announces
a function that is defined later, which mutual recursion needs; then it must
have a type:

    function odd(n) : int -> bool;
    function even(n) = if n == 0 then t else odd(n - 1);
    function odd(n) = if n == 0 then f else even(n - 1);`},
	{ID: "E0124", Title: "keyword argument stands in the wrong place", Text: `
NAME := VALUE is written in the parentheses of a function, behind the other
arguments: in its definition it gives a default, in a call a value.

    function power(x, n := 2) = x ^ n;
    power(3, n := 3);`},
	{ID: "E0125", Title: "generator has no sequence", Text: `
A generator of an apply-to-each is a pattern and a sequence, or a bare name. A
bare name takes its elements under the name of the sequence:

    {x + y : x in xs; y in ys}
    {xs * 2 : xs}

Without a : the head is result and first generator at once, so {x + 1} lacks a
generator and {x in xs | x > 1} selects elements.`},
	{ID: "E0126", Title: "program nests too deeply", Text: `
Brackets, ifs, lets and cases may nest some thousand levels deep in a form, and
so may operators that group to the right, as commas do. Data of that size
belongs into a file that the program reads, or into a sequence: [a, b, c, ...]
has no limit.`},
	{ID: "E0127", Title: "command belongs to the interactive system", Text: `
At the start of a form the words help exit lisp describe apropos get show shell
dump edit begin commands of the interactive NESL system, and |= and &= define
file variables and background jobs. In a program that is compiled they have no
meaning. These commands have one:

    load "file";
    set print_length 20;
    set arg_check off;

An expression that begins with such a word is put in parentheses: (get(a, i));`},
	{ID: "E0128", Title: "command is written wrongly", Text: `
The commands that may stand in a program are

    load "file";
    load("file", verbose := t, print := t);
    set print_length NUMBER;
    set arg_check on;
    set arg_check off;`},
	{ID: "E0129", Title: "test or benchmark is written wrongly", Text: `
A comment that begins with test: says what an expression is, or how it fails;
nessiec test FILE runs them all:

    % test: reverse([1, 2]) = [2, 1] %
    % test: [1, 2][5] fails "out of bounds" %

One that begins with bench: is an expression, which nessiec bench FILE measures:

    % bench: sort(keys) %`},
	{ID: "E0130", Title: "the parameters of a datatype with alternatives are wrong", Text: `
The type variables of a datatype with alternatives stand behind its name; their
classes, if they are not any, behind the alternatives:

  datatype opt(a) = none | some(a);
  datatype range(a) = empty | between(a, a) :: (a in ordinal);`},
}
