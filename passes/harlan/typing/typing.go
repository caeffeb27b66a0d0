// Package typing holds the pass that finds the types of a program in Harlan.
//
//	infer-harlan       harlan.parsed     -> harlan.typed       everything has a type
package typing
