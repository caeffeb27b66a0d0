package front

// The entry of a program: a function whose argument is read and whose result is
// printed.

import (
	"strings"

	"nessiec/ir"
	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/front/hm"
)

// entryForm makes the code that calls the function that -entry names.
func (in *inferrer) entryForm(f *nesl.Entry) {
	g, ok := f.Fn.(*nesl.Global)
	if !ok {
		return
	}
	d := in.find(g.Name, g.Version)
	if d.kind == valueDef {
		in.c.Errorf(f.Pos(), "E0310", "the entry %s is not a function", g.Name)
	}
	if d.kind == valueDef || d.kind == brokenDef {
		return
	}
	arg, res, inst := d.scheme.Instance()
	if s, ok := f.Sig.(*nesl.Signature); ok {
		in.header(s, arg, res)
	}
	for _, v := range hm.Vars(res, arg) {
		if v.IsFree() {
			m := in.c.Errorf(f.Pos(), "E0310", "the entry %s is polymorphic: %s", g.Name, text(hm.FunOf(hm.NewVar(types.Any), arg, res)))
			if typ := someType(d); strings.Count(typ, "->") == 1 {
				m.WithHint("give it a type: -entry='" + g.Name + " : " + typ + "'")
			}
			return
		}
	}
	if t := hm.Final(arg); t.Has(types.KFun) || t.Has(types.KStream) {
		in.c.Errorf(f.Pos(), "E0310", "the entry %s takes %s, which cannot be read", g.Name, text(arg))
		return
	}
	in.entry = in.entryDraft(f, d, arg, res, inst)
}

// entryDraft calls d with one parameter for each component of its argument.
func (in *inferrer) entryDraft(f *nesl.Entry, d *definition, arg, res *hm.Type, inst []*hm.Type) *draft {
	in.draft = &draft{name: "main", pos: f.Pos(), result: res}
	var args []nkl.Expr
	for t := arg.Find(); t != nil; {
		part := t
		t = nil
		if part.Kind == hm.Pair {
			part, t = part.Args[0].Find(), part.Args[1].Find()
		}
		v := in.newVar("arg", part)
		in.draft.params = append(in.draft.params, v)
		args = append(args, &nkl.Ref{Node: ir.At(f.Pos()), Var: v})
	}
	if n := d.params; len(args) > n {
		args = append(args[:n-1:n-1], pairs(f.Pos(), args[n-1:]))
	}
	in.draft.body = in.callNode(f.Pos(), d, args, inst, res)
	return in.draft
}

// someType is the type of d with int for each type variable, as an example.
func someType(d *definition) string {
	arg, res, _ := d.scheme.Instance()
	for _, v := range hm.Vars(res, arg) {
		if v.IsFree() {
			hm.Unify(v, hm.IntType, ir.Pos{})
		}
	}
	return text(arg) + " -> " + text(res)
}
