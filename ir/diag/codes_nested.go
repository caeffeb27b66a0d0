// Codes of mistakes that only the middle of the compiler can see.

package diag

var nestedCodes = []Code{
	{ID: "E0330", Title: "a function needs infinitely many instances", Text: `
The compiler makes one copy of a function for every type it is used at, and a
function value has a type of its own. Here a function, announced ahead of its
definition, is called in the course of its own evaluation with a larger type
each time: a longer tuple, a deeper sequence, or a function that wraps the one
it was given. No finite number of copies is enough:

    function count(h, n) : (int -> int, int) -> int;
    function wrap(h, n) = count(x => h(x) + 1, n - 1);
    function count(h, n) = if n == 0 then h(0) else wrap(h, n);

Pass the growing part as data (a number, a sequence) instead of wrapping it.`},
}
