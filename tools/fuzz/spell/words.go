package spell

// How primitives are written: by operators, and by the functions of the library
// that do nothing but apply one.

import (
	"slices"
	"strings"

	neslparser "nessiec/grammar/nesl"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/prim/prelude"
	"nessiec/ir/types"
)

// operators are the primitives that have one.
var operators = map[string]string{
	"add": "+", "sub": "-", "mul": "*", "div": "/", "append": "++", "get": "->", "and": "and", "or": "or", "xor": "xor",
	"eq": "==", "ne": "/=", "lt": "<", "gt": ">", "le": "<=", "ge": ">=",
}

var comparisons = map[string]bool{"eq": true, "ne": true, "lt": true, "gt": true, "le": true, "ge": true}

// A word is a function of the library: argument k of it is argument order[k] of
// the primitive.
type word struct {
	name  string
	order []int
}

// New finds the functions for every primitive in the library.
func New() *Words {
	out := map[string][]word{}
	for _, f := range prelude.Files() {
		for _, form := range neslparser.Parse(0, f.Source, &diag.List{}).Forms {
			if f, ok := form.(*nesl.Function); ok && !strings.HasPrefix(f.Name, "__") {
				if p, w, ok := wordOf(f); ok {
					out[p] = append(out[p], w)
				}
			}
		}
	}
	for _, p := range []string{"rank", "rank_down"} {
		out[p] = append(out[p], out[p+"_of"]...)
	}
	return &Words{out}
}

// wordOf is the primitive that f does nothing but apply to its parameters, of
// any type.
func wordOf(f *nesl.Function) (string, word, bool) {
	app, ok := f.Body.(*nesl.Apply)
	if sig, narrow := f.Sig.(*nesl.Signature); !ok || narrow && len(sig.Context) == 0 {
		return "", word{}, false
	}
	fn, ok := app.Fn.(*nesl.Id)
	args, params := elems(app.Arg), elems(f.Param)
	if !ok || !strings.HasPrefix(fn.Name, "__") || prim.Lookup(fn.Name[2:]) == nil || len(args) != len(params) {
		return "", word{}, false
	}
	w := word{name: f.Name}
	for _, p := range params {
		k := slices.Index(args, p)
		if p == "" || k < 0 {
			return "", word{}, false
		}
		w.order = append(w.order, k)
	}
	return fn.Name[2:], w, true
}

// elems is the names in a tuple or in its pattern; "" for what is no name.
func elems(e nesl.Expr) []string {
	switch e := e.(type) {
	case *nesl.Pair:
		return append(elems(e.Left), elems(e.Right)...)
	case *nesl.PatPair:
		return append(elems(e.Left), elems(e.Right)...)
	case *nesl.Id:
		return []string{e.Name}
	case *nesl.PatVar:
		return []string{e.Name}
	}
	return []string{""}
}

// Has reports whether there are words for a primitive, and its value does not
// depend on where it stands.
func (w *Words) Has(p *prim.Prim) bool {
	return operators[p.Name] != "" || p.Name == "pack" || p.Name == "code_char" || len(w.functions[p.Name]) > 0 && !strings.Contains(p.Name, "rand")
}

// prim writes the application of a primitive.
func (s *speller) prim(e *nkl.Prim) nesl.Expr {
	args := s.exprs(e.Args)
	if comparisons[e.Op.Name] && s.sigs.TypeOf(e.Args[0]) == types.Bool { // NESL compares numbers and characters
		args[0], args[1] = call("btoi", args[0]), call("btoi", args[1])
	}
	switch name := e.Op.Name; {
	case name == "pack":
		a, b := s.fresh(), s.fresh()
		gens := []nesl.Expr{&nesl.Gen{Pat: &nesl.PatVar{Name: a}, Seq: args[0]}, &nesl.Gen{Pat: &nesl.PatVar{Name: b}, Seq: args[1]}}
		return &nesl.EachIf{Gens: gens, Cond: s.id(b), Body: s.id(a)}
	case name == "code_char": // the library checks the range
		return call(name, &nesl.Binary{Op: "and", Left: args[0], Right: integer(255)})
	case operators[name] != "" && !(s.once(3) && len(s.words[name]) > 0):
		return &nesl.Binary{Op: operators[name], Left: args[0], Right: args[1]}
	case name == "length" && !s.once(3):
		return &nesl.Unary{Op: "#", Arg: args[0]}
	case name == "elt" && !s.once(3):
		return &nesl.Index{Seq: args[0], At: args[1]}
	}
	return s.word(s.words[e.Op.Name], args)
}

// word applies one of the functions for a primitive.
func (s *speller) word(ws []word, args []nesl.Expr) nesl.Expr {
	w := ws[0]
	if s.r != nil {
		w = ws[s.r.IntN(len(ws))]
	}
	out := make([]nesl.Expr, len(args))
	ordered := true
	for k, i := range w.order {
		out[k] = args[i]
		ordered = ordered && k == i
	}
	if ordered {
		return call(w.name, out...)
	}
	l := &nesl.Let{} // what the arguments do happens in the order of the primitive
	for k := range args {
		v := s.fresh()
		l.Binds = append(l.Binds, &nesl.Bind{Pat: &nesl.PatVar{Name: v}, Rhs: args[k]})
		args[k] = s.id(v)
	}
	for k, i := range w.order {
		out[k] = args[i]
	}
	l.Body = call(w.name, out...)
	return l
}
