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
	{ID: "E0331", Title: "lengths that never agree", Text: `
The sequences of an apply-to-each have one length, and so have the arguments of
permute, and of a pack its elements and flags. Here the compiler knows both
lengths, and they differ whatever the program reads: sequences that are written
down, their lengths in calls, and what is computed from lengths.

This is an error if the program comes here whenever it runs, unless it has ended
before. In a branch, or in a function that need not be called, it is a warning;
with -warn-only it always is. The program then fails where it comes here.`},
	{ID: "E0332", Title: "an index that is never in range", Text: `
The first element has index 0, and the last one of n elements n - 1. Here the
compiler knows that an index is below 0 or that there are too few elements. It
is a warning: the program ends there, after what it does before.`},
	{ID: "E0333", Title: "a length that is always below 0", Text: `
No sequence has fewer than 0 elements, so index(-1) and dist(x, -1) fail, and so
does [5:3]. It is a warning: the program ends there, after what it does before.`},
}
