// Package front holds the front end of NESL, from the tree of the parser to the typed
// nested language.
//
//	resolve-names     nesl.parsed   -> nesl.resolved   every name refers to one binder (names)
//	expand-sugar      nesl.resolved -> nesl.core       one form of application (sugar)
//	compile-patterns  nesl.core     -> nesl.simple     every binder is a variable (sugar)
//	infer-types       nesl.simple   -> nkl.elaborated  types (infer, hm), then linking (here)
//
// Glossary:
//
//	form        a top-level form: a definition, an assignment, an expression
//	definition  what one form makes of one name; its version counts the
//	            definitions of that name
//	slot        the definitions of one name with one type: a new one replaces
//	            the older ones for all callers, as NESL's top level does
//	draft       the code of a function before linking has chosen the
//	            definitions it calls and has made globals parameters
//	library     the prelude after the same passes (library.go)
//
// Names are resolved before types are known, so a name refers to a version.
// Whether a redefinition has the type of the old definition, and so replaces
// it, is known only after inference; linking (link.go) settles that, and it is why
// infer-types is the pass that makes globals parameters.
package front
