package front

// The library for other languages.

import "nessiec/ir/nkl"

// Library is the functions of the library that the names need, directly or through others,
// as nkl.elaborated has them. Names that it does not have are left out.
func Library(names []string) *nkl.Module { return elaborate(theCatalogue().reached(names)) }
