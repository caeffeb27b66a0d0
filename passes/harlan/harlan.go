// Package harlan holds the passes that make forms of the data that a program in Harlan is
// written as: one file per pass, helpers beside. Those behind them are in packages below.
//
//	splice-imports     harlan.read       -> harlan.spliced     imports stand in place
//	expand-macros      harlan.spliced    -> harlan.expanded    no macros, variables have names of their own
//	parse-forms        harlan.expanded   -> harlan.parsed      data are forms
//	typing             everything has a type
//	lowering           to the nested language
//
// The library is in library/, in Harlan; texts and the like are in the library of
// NESL (package prelude), which elaborate links by name.
package harlan
