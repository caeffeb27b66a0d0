package diag

// The codes of the values that a program reads when it starts. Compiled
// programs report them too.

var inputCodes = []Code{
	{ID: "E0050", Title: "the input is not a value of the expected type", Text: `
What the entry of a program reads are literals of NESL, one for each component
of its argument, separated by blanks. For -entry='f : ([int], float) -> int'

    [1, 2, 3] 0.5

is such an input. The position is that in the file or in standard input; of a
file in another format, such as a table or an array of NumPy, it is the column
and the row.`},
	{ID: "E0051", Title: "the wrong arguments of the entry", Text: `
The flag -arg names a file with one component of the argument of the entry. It
is given once for each component, in order or with the names of parameters:

    nessiec -entry='f : ([int], float) -> int' -arg data -arg factor f.nesl
    nessiec run -entry=f f.nesl -arg v=data factor=0.5

Without it all components are read from standard input. A program without an
entry takes none.`},
}
