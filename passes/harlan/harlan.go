// Package harlan holds the passes of the front end of Harlan, from data to the typed
// nested language: one file per pass, helpers beside.
//
//	splice-imports     harlan.read       -> harlan.spliced     imports stand in place
//	expand-macros      harlan.spliced    -> harlan.expanded    no macros, variables have names of their own
//	parse-forms        harlan.expanded   -> harlan.parsed      data are forms
//	infer-harlan       harlan.parsed     -> harlan.typed       everything has a type
//	assign-once        harlan.typed      -> harlan.pure        assignments are bindings
//	choose-reductions  harlan.pure       -> harlan.folded      known operators are named
//	defunctionalise    harlan.folded     -> harlan.firstorder  procedures are data
//	elaborate          harlan.firstorder -> nkl.elaborated     the nested language
//
// The library is in library/, in Harlan; texts and the like are in the library of
// NESL (package prelude), which elaborate links by name.
package harlan
