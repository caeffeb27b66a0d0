package front

// infer-types: inference, then linking.

import (
	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/passes/front/infer"
	"nessiec/passes/pass"
)

// InferTypes finds the type of every expression and makes the typed program:
// functions, polymorphic where they are general, and the actions of the top
// level in order. Types are those of Hindley and Milner with the classes of
// NESL; only functions at top level are generalised, and inside itself a
// function has one type. Globals become parameters of the functions that
// mention them, directly or through others (link.go).
//
//	(eval (apply (global inc 1) (int 2)))
//	=> (fun main.1 () () int (call inc () (2)))  (action eval it "int" main.1 ...)
func InferTypes(c *pass.Ctx, m *nesl.Module) *nkl.Module {
	in := infer.New(c, libraryFor(m))
	in.Module(m)
	if c.Diags.HasErrors() {
		return &nkl.Module{}
	}
	return link(in)
}
