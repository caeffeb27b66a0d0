// Package nested holds the passes over the nested family, from the output of
// type inference (nkl.elaborated) to shapes: one file per pass, with its helpers.
// An instance is a function at one vector of types. The larger passes are packages
// of their own: simplify, batch, conditional, tables, typecases. anf and retype have what they share.
//
// The passes rely on what every nkl program promises: variables are identified
// by pointer and bound once in a function; pairs nest to the right.
package nested
