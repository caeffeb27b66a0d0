// Package lowering holds the passes from typed programs in Harlan to the nested language:
// one file per pass, helpers beside.
//
//	assign-once        harlan.typed      -> harlan.pure        assignments are bindings
//	choose-reductions  harlan.pure       -> harlan.folded      known operators are named
//	defunctionalise    harlan.folded     -> harlan.firstorder  procedures are data
//	elaborate          harlan.firstorder -> nkl.elaborated     the nested language
package lowering
