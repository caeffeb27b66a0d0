package infer

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
func (in *Inferrer) entryForm(f *nesl.Entry) {
	g, ok := f.Fn.(*nesl.Global)
	if !ok {
		return
	}
	d := in.find(g.Name, g.Version)
	if d.Kind == ValueDef {
		in.C.Errorf(f.Pos(), "E0310", "the entry %s is not a function", g.Name)
	}
	if d.Kind == ValueDef || d.Kind == brokenDef {
		return
	}
	arg, res, inst := d.Scheme.Instance()
	if s, ok := f.Sig.(*nesl.Signature); ok {
		in.header(s, arg, res)
	}
	for _, v := range hm.Vars(res, arg) {
		if v.IsFree() {
			m := in.C.Errorf(f.Pos(), "E0310", "the entry %s is polymorphic: %s", g.Name, text(hm.FunOf(hm.NewVar(types.Any), arg, res)))
			if typ := someType(d); strings.Count(typ, "->") == 1 {
				m.WithHint("give it a type: -entry='" + g.Name + " : " + typ + "'")
			}
			return
		}
	}
	if t := hm.Final(arg); t.Has(types.KFun) || t.Has(types.KStream) {
		in.C.Errorf(f.Pos(), "E0310", "the entry %s takes %s, which cannot be read", g.Name, text(arg))
		return
	}
	in.Entry = in.entryDraft(f, d, arg, res, inst)
}

// entryDraft calls d with one parameter for each component of its argument.
func (in *Inferrer) entryDraft(f *nesl.Entry, d *Definition, arg, res *hm.Type, inst []*hm.Type) *Draft {
	in.draft = &Draft{name: "main", Pos: f.Pos(), Result: res}
	var args []nkl.Expr
	for t := arg.Find(); t != nil; {
		part := t
		t = nil
		if part.Kind == hm.Pair {
			part, t = part.Args[0].Find(), part.Args[1].Find()
		}
		v := in.newVar("arg", part)
		in.draft.Params = append(in.draft.Params, v)
		args = append(args, &nkl.Ref{Node: ir.At(f.Pos()), Var: v})
	}
	if n := d.Params; len(args) > n {
		args = append(args[:n-1:n-1], Pairs(f.Pos(), args[n-1:]))
	}
	in.draft.Body = in.callNode(f.Pos(), d, args, inst, res)
	return in.draft
}

// someType is the type of d with int for each type variable, as an example.
func someType(d *Definition) string {
	arg, res, _ := d.Scheme.Instance()
	for _, v := range hm.Vars(res, arg) {
		if v.IsFree() {
			hm.Unify(v, hm.IntType, ir.Pos{})
		}
	}
	return text(arg) + " -> " + text(res)
}
