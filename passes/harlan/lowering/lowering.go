// Package lowering holds the passes from programs in Harlan without assignment to the nested
// language: one file per pass, helpers beside.
//
//	choose-reductions  harlan.pure       -> harlan.folded      known operators are named
//	defunctionalise    harlan.folded     -> harlan.firstorder  procedures are data
//	elaborate          harlan.firstorder -> nkl.elaborated     the nested language
package lowering
