package diag

import "strings"

// A program for every code that is rejected with it, or warned of; what is
// printed then is a golden case.

type example struct {
	id      string
	program string
	flags   []string
	input   string // what the program reads
	shown   string // in place of a program that is too long for a page
}

// many is more than brackets may nest.
const many = 3000

var examples = []example{
	{id: "E0050", program: `function total(v) : [int] -> int = sum(v);`, flags: []string{"-entry=total"}, input: "[1, 2.5]"},
	{id: "E0051", program: `function area(w, h) : (float, float) -> float = w * h;`, flags: []string{"-entry=area", "-arg=E0051.nesl"}},
	{id: "E0101", program: `x = 7;   % seven`},
	{id: "E0102", program: `greeting = "hello;`},
	{id: "E0103", program: `x = 3;
if x != 4 then 1 else 2;`},
	{id: "E0104", program: `x = 3000000000;`},
	{id: "E0105", program: `let f = 3 + 1 in f * f;`},
	{id: "E0106", program: "vowels = [`a, `é];"},
	{id: "E0107", program: `path = "a\x";`},
	{id: "E0110", program: `if 1 < 2 then 3;`},
	{id: "E0111", program: `a = (1 + 2;`},
	{id: "E0112", program: `1 + * 2;`},
	{id: "E0113", program: `[1, 2, 3,];`},
	{id: "E0114", program: `function roll() = rand(6);`},
	{id: "E0115", program: `none = [];`},
	{id: "E0116", program: `a = [1, 2, 3, 4];
a[1:3];`},
	{id: "E0117", program: `x = 3
(y + 1);`},
	{id: "E0118", program: `let 3 = x in x;`},
	{id: "E0119", program: `function half(x) : int -> 2 = x / 2;`},
	{id: "E0120", program: `x = 3;
if x = 3 then 1 else 2;`},
	{id: "E0121", program: `x = 3
y = 4;`},
	{id: "E0122", program: `function double(x) : int -> int "twice x" = 2 * x;`},
	{id: "E0123", program: `function odd(n);`},
	{id: "E0124", program: `x = 2;
x * (n := 3);`},
	{id: "E0125", program: `xs = [1, 2];
{x + 1};`},
	{id: "E0126", program: "x = " + strings.Repeat("(", many) + "1" + strings.Repeat(")", many) + ";", shown: "x = ((( ... (1) ... )));"},
	{id: "E0127", program: `get(x, 3);`},
	{id: "E0128", program: `set print_length on;`},
	{id: "E0129", program: `function twice(x) = x + x; % test: twice(3) == 6 %`, flags: []string{"test"}},
	{id: "E0130", program: `datatype opt(a) = none | some(a, b) :: (b in any);`},
	{id: "E0201", program: `function g(x) = h(x) + 1;
function h(x) = x * 2;`},
	{id: "E0202", program: `let (a, a) = (1, 2) in a;`},
	{id: "E0203", program: `pi = 3;`},
	{id: "E0204", program: `function scale(x, by := 2) = x * by;
scale(5, with := 3);`},
	{id: "E0205", program: `function x_of(point(x, y)) = x;`},
	{id: "E0206", program: `datatype point(float, float);
point(x, y) = point(1.0, 2.0);`},
	{id: "E0207", program: `datatype tree(int, [tree]);`},
	{id: "E0208", program: `function twice(x) : integer -> integer = x + x;`},
	{id: "E0209", program: `load "no_such_file";`},
	{id: "E0210", program: `function twice(x) : a -> a :: (a in numeric) = x + x;`},
	{id: "E0211", program: `function g(x) = x + 1;
function h(x) = g(x);
function g(x) = x + 1.0;`},
	{id: "E0212", program: `set arg_check off;`},
	{id: "E0213", program: `function odd(n) : int -> bool;
odd(3);`},
	{id: "E0214", program: `function g(x) = x + 1;
function wrap(n) = (x => g(x) + n);
w = wrap(1);
function g(x) = x + 2;
w(1);`},
	{id: "E0215", program: `datatype shape = disc(float) | none;
function radius(disc(r)) = r;`},
	{id: "E0216", program: `datatype sign = minus | nought | minus;`},
	{id: "E0301", program: `1 + 2.0;`},
	{id: "E0302", program: `[1, 2] == [1, 2];`},
	{id: "E0303", program: `function g(x) = [x] ++ x;`},
	{id: "E0304", program: `c = 1 < 2;
if c then sin else cos;`},
	{id: "E0305", program: `x = 3;
y = 4;
x (y + 1);`},
	{id: "E0306", program: `function plus(a, b) = a + b;
plus(1);`},
	{id: "E0307", program: `sum [1,2];`},
	{id: "E0308", program: `function plus(a, b) : int, int -> int = a + b;`},
	{id: "E0309", program: `datatype table(a, b) :: (a in any; b in any);
function none(x) : table(int) -> int = 0;`},
	{id: "E0310", program: `function twice(x) = x + x;`, flags: []string{"-entry=twice"}},
	{id: "E0311", program: `function twice(x) = (x, x);
function eight(x) = twice(twice(twice(x)));
function more(x) = eight(eight(eight(eight(eight(x)))));`},
	{id: "E0312", program: `datatype shape = disc(float) | box(float, float) | none;
function area(s) = case s of disc(r) => pi * r * r | box(a, b) => a * b;`},
	{id: "E0313", program: `datatype sign = minus | nought | plus;
function number(s) = case s of minus => -1 | _ => 1 | nought => 0;`},
	{id: "E0314", program: "datatype list = nil | item(int, list);\nfunction size(l) = case l of nil => 0 | item(x, r) => 1 + size(r);", flags: []string{"run", "-entry=size"}},
	{id: "E0320", program: `{close_file(stdin) : i in [0:3]};`},
	{id: "E0330", program: `function count(h, n) : (int -> int, int) -> int;
function wrap(h, n) = count(x => h(x) + 1, n - 1);
function count(h, n) = if n == 0 then h(0) else wrap(h, n);
count(x => x, 3);`},
	{id: "E0331", program: `function sums(v, w) = {x + y : x in v; y in w};
sums([1, 2, 3, 4, 5], [1, 2, 3]);`, flags: []string{"check"}},
	{id: "E0332", program: `days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
if #days > 12 then days[0] else days[12];`, flags: []string{"check"}},
	{id: "E0333", program: `function without(v, n) = dist(0, #v - n);
function main(v) : [int] -> [int] = if #v > 9 then without(v, 9) else without([1, 2], 3);`, flags: []string{"check", "-entry=main"}},
}
