package diag

// The codes of names and types.

var frontCodes = []Code{
	{ID: "E0201", Title: "a name is not defined", Text: `
A name can be used only after its definition: forms are read from top to
bottom. In

  function g(x) = h(x) + 1;
  function h(x) = x * 2;

h is not defined where g uses it. Move h up. Functions that call each other need
an announcement with a type in front:

  function odd(n) : int -> bool;
  function even(n) = if n == 0 then t else odd(n-1);
  function odd(n) : int -> bool = if n == 0 then f else even(n-1);`},
	{ID: "E0202", Title: "a pattern binds a name twice", Text: `
In the pattern of a let, an assignment or an apply-to-each every name may occur
once. What nobody needs is called _, as often as there is some:

  let (_, _, x) = p in x

An assignment at top level makes a variable of each name, _ too:

  (_1, _2, x) = p;`},
	{ID: "E0203", Title: "a built-in name cannot be redefined", Text: `
Names of the library such as pi or reverse are fixed at top level. Inside an
expression any name can be used for a local variable: let max = 3 in max + 1.
Constructors of a datatype with alternatives may have such names, too, and mean
the constructors from then on: datatype list = nil | cons(int, list).`},
	{ID: "E0204", Title: "a wrong keyword argument", Text: `
A function may have parameters with defaults, which are given by name:

  function scale(x, by := 2) = x * by;
  scale(5);            % 10 %
  scale(5, by := 3);   % 15 %

They follow the positional parameters, and can be given only by name, only in a
call of the function by its own name.`},
	{ID: "E0205", Title: "a pattern with a name that is no datatype", Text: `
A pattern name(p) takes a value of the datatype called name apart:

  datatype point(float, float);
  function x_of(point(x, y)) = x;`},
	{ID: "E0206", Title: "an assignment to a datatype pattern", Text: `
The left side of an assignment is a name, or names in pairs: (a, b) = (1, 2);
Take a value of a datatype apart with let, or with a function.`},
	{ID: "E0207", Title: "a datatype contains itself", Text: `
A datatype with alternatives may contain itself, with the type parameters that
it is defined with. One with a single constructor may not.

  datatype tree(a) = leaf(a) | node(tree(a), tree(a));
  function total(x) =
    case x of
      leaf(n) => n
    | node(l, r) => total(l) + total(r);`},
	{ID: "E0208", Title: "there is no such type", Text: `
The types are int, float, bool, char and stream, sequences [t], tuples (s, t),
functions s -> t, and datatypes defined before. A type variable is declared
behind the type:

  function pair(x) : a -> (a, a) :: (a in any) = (x, x);

The body may use those of its header, as in [] a.`},
	{ID: "E0209", Title: "a file cannot be loaded", Text: `
load "name"; reads the forms of name.nesl, which is looked up beside the file
that loads it.`},
	{ID: "E0210", Title: "a wrong context", Text: `
A context says to which class the types belong that a variable stands for:

  function twice(x) : a -> a :: (a in number) = x + x;

The classes are number (int, float), ordinal (int, float, char), logical (int,
bool), scalar (int, float, bool, char), ordered (scalars, and sequences and
tuples of what is ordered) and any.`},
	{ID: "E0211", Title: "a function is redefined with a new type", Text: `
A function that is defined again with the same type replaces the old one, also
for the functions that were defined in between. With another type it leaves them
alone: they go on to call the old one. This is a warning.`},
	{ID: "E0212", Title: "set arg_check off has no effect", Text: `
A program is compiled as a whole, and optimised by what its checks guarantee, so
checks cannot be switched in the middle. The flag -unsafe removes all of them.
This is a warning.`},
	{ID: "E0213", Title: "a function is announced but not defined", Text: `
A function that is announced by its type alone must be defined, with the same
type, before an expression calls it:

  function odd(n) : int -> bool;`},
	{ID: "E0214", Title: "a value holds a function that was redefined", Text: `
A function value is tied to its code. When a function is redefined and the code
of the value called it, the value cannot be used any more together with the new
code; evaluate it again.`},
	{ID: "E0215", Title: "a pattern cannot stand here", Text: `
A constructor of a datatype with alternatives can stand in an arm of a case, and
nowhere else, since values may have another one, unless it is the only one:

  datatype shape = disc(float) | box(float, float) | none;
  function area(s) =
    case s of disc(r) => pi * r * r | box(a, b) => a * b | none => 0.0;

What it holds is given names; there is no constructor of such a datatype inside
another one. Case within case does that.`},
	{ID: "E0216", Title: "a constructor is defined twice", Text: `
The constructors of a datatype have different names:

  datatype sign = minus | nought | plus;`},
	{ID: "E0301", Title: "two types differ", Text: `
There is no implicit conversion: 1 + 2.0 adds an int and a float. Write
float(1) + 2.0, or 1.0 + 2.0. All elements of a sequence, and both branches of
an if, have one type.`},
	{ID: "E0302", Title: "a type does not belong to a class", Text: `
Operators work on classes of types:

  + - * / and most of arithmetic   number:  int, float
  == /= < > <= >=                  ordinal: int, float, char
  and or xor not any all           logical: int, bool

So == does not compare bools, sequences or tuples; eql(a, b) compares values of
any type. A value that is a number and logical at once, as x in (x + x) and x,
needs a type: function g(x) : int -> int = (x + x) and x.`},
	{ID: "E0303", Title: "a type would contain itself", Text: `
No type is a part of itself: a sequence cannot be one of its own elements, and a
function cannot be applied to itself.`},
	{ID: "E0304", Title: "two different functions in one place", Text: `
Every function value has a type of its own, which names its code: that is how a
call through it becomes a direct call. So [sin, cos] and if c then sin else cos
have no type. Choose between the results instead: if c then sin(x) else cos(x).`},
	{ID: "E0305", Title: "something is applied that is no function", Text: `
Two operands side by side are an application: in x (y + 1) the value x is
applied. If they belong to two forms, a semicolon is missing between them.`},
	{ID: "E0306", Title: "too few arguments", Text: `
A function with several parameters takes a tuple: for function add(a, b) write
add(1, 2), or add(p) for a pair p.`},
	{ID: "E0307", Title: "an index behind a function", Text: `
Brackets behind an operand are an index, so sum [1,2] takes element 1,2 of sum.
Write sum([1, 2]).`},
	{ID: "E0308", Title: "the type in a header is no function type", Text: `
The type in a header is that of the function: argument -> result. A comma binds
looser than ->, so int, int -> int is a pair of int and a function type; write
(int, int) -> int.`},
	{ID: "E0309", Title: "a datatype has another number of parameters", Text: `
datatype table(a, b) :: (a in any; b in any); has two parameters, and a type
table(int, float) names both.`},
	{ID: "E0310", Title: "the entry cannot be compiled", Text: `
The argument of the function that -entry names must be something that can be
read from the input: no function values, no streams. A polymorphic function
needs its type there: -entry='sort : [int] -> [int]'. It needs none if the
arguments on the command line say it: literals, and columns of the files that
-arg reads.`},
	{ID: "E0311", Title: "a type is too large", Text: `
A type may have 4096 parts: components of tuples, elements of sequences,
contents of datatypes. A type that large cannot be written down, but it can be
made by doubling: each of

  let b = (a, a); c = (b, b); d = (c, c); ...

has twice as many parts as the one before. Keep many values of one type in a
sequence.`},
	{ID: "E0312", Title: "a case does not take all constructors", Text: `
A case has an arm for each constructor of the datatype. The last one may be a
name, which takes what is left:

  datatype shape = disc(float) | box(float, float) | none;
  function round(s) = case s of disc(r) => t | _ => f;`},
	{ID: "E0313", Title: "an arm is never reached", Text: `
The first arm that fits is taken. Behind a name, and behind arms for all
constructors, nothing is left for another arm; nor is there for a constructor
that an arm has taken already.`},
	{ID: "E0314", Title: "a value of a recursive datatype is read as input", Text: `
There is no notation in which a value of a datatype that contains itself could
be an argument of a program. An entry gets the sequences that it is made of.

  function size_of(v) = size(build(v));     with -entry=size_of: right
  -entry=size                               not right`},
	{ID: "E0320", Title: "a serial function is called in parallel", Text: `
Functions that open, close, read or write whole files, and those that set the
seed of rand, work one at a time. They cannot be called inside an apply-to-each,
nor can functions that call them. {* body : x in xs} evaluates one element after
another.`},
}
