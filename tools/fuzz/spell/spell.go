// Package spell writes programs of the nested language as NESL, in plain words
// or in one of many others that mean the same. What the front end makes of the
// text must do what the program does: this tests the passes before
// nkl.elaborated, and, as a second oracle, those behind it.
//
//	spell.go  modules: functions, datatypes, top-level constants, types
//	expr.go   expressions, form by form
//	sums.go   sums and cases
//	words.go  how primitives are written: by operators and functions of the library
//	vary.go   other words for the same
package spell

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"nessiec/grammar"
	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// Of is the language of the programs that can be written as NESL; the
// primitives must have words, too.
var Of = grammar.NestedFirstOrder.Language

// Words are how primitives can be written.
type Words struct{ functions map[string][]word }

// Module writes m as NESL, its entries as constants that have the names of
// their functions. r chooses the words; nil chooses the plainest. Positions are
// those of nothing; reading the text back gives new ones.
func (w *Words) Module(m *nkl.Module, r *rand.Rand) *nesl.Module {
	s := &speller{words: w.functions, r: r, sigs: m.Sigs(), names: map[*nkl.Var]string{}, data: map[string]bool{}, results: map[string]string{}}
	funcs := map[string]*nkl.Func{}
	for _, f := range m.Funcs {
		funcs[f.Name] = f
	}
	entries := map[string]bool{}
	for _, a := range m.Actions {
		entries[a.Fn] = true
		s.results[a.Result] = a.Fn
	}
	for _, f := range m.Funcs {
		if !entries[f.Name] {
			s.function(f)
		}
	}
	for _, a := range m.Actions {
		f := funcs[a.Fn]
		for i, p := range f.Params {
			s.names[p] = s.results[a.Args[i]]
		}
		s.add(&nesl.Assign{Pat: &nesl.PatVar{Name: f.Name}, Rhs: s.expr(f.Body)})
	}
	return &nesl.Module{Forms: slices.Concat(s.datatypes, s.types, s.forms)}
}

// A speller writes one module.
type speller struct {
	words   map[string][]word
	r       *rand.Rand
	sigs    *nkl.Sigs
	names   map[*nkl.Var]string
	given   int               // names given out
	results map[string]string // the constant that holds a result of an action
	data    map[string]bool   // datatypes that are defined

	datatypes, types, forms []nesl.Expr // in this order
}

func (s *speller) add(f nesl.Expr) { s.forms = append(s.forms, f) }

// function writes a function behind an announcement, because functions may call
// later ones.
func (s *speller) function(f *nkl.Func) {
	var params, ts []nesl.Expr
	for _, p := range f.Params {
		params, ts = append(params, &nesl.PatVar{Name: s.name(p)}), append(ts, s.typ(p.Type))
	}
	sig := func() nesl.Expr {
		return &nesl.Signature{Type: &nesl.TyFun{Arg: pairs(ts, tyPair), Result: s.typ(f.Result)}}
	}
	s.types = append(s.types, &nesl.Stub{Name: f.Name, Param: &nesl.PatVar{Name: "x"}, Sig: sig()})
	s.add(&nesl.Function{Name: f.Name, Param: pairs(params, patPair), Sig: sig(), Body: s.expr(f.Body)})
}

// name gives a variable its name.
func (s *speller) name(v *nkl.Var) string {
	s.given++
	s.names[v] = v.Name + strconv.Itoa(s.given)
	return s.names[v]
}

// fresh is a name for a variable that only the text has.
func (s *speller) fresh() string {
	s.given++
	return "v" + strconv.Itoa(s.given)
}

// typ writes a type; datatypes are defined where they are met first.
func (s *speller) typ(t *types.Type) nesl.Expr {
	switch t.Kind {
	case types.KSeq:
		return &nesl.TySeq{Elem: s.typ(t.Elem())}
	case types.KTuple:
		return &nesl.TyPair{Left: s.typ(t.Elems[0]), Right: s.typ(t.Elems[1])}
	case types.KData:
		s.define(t, func() nesl.Expr { return &nesl.Datatype{Name: t.Name, Type: s.typ(t.Elems[0])} })
		return &nesl.TyName{Name: t.Name}
	case types.KSum:
		s.define(t, func() nesl.Expr { return s.sum(t) })
		return &nesl.TyName{Name: t.Name}
	}
	return &nesl.TyName{Name: t.String()}
}

// define adds the definition of a datatype, once, behind those of the types in it.
func (s *speller) define(t *types.Type, def func() nesl.Expr) {
	if !s.data[t.Name] {
		s.data[t.Name] = true
		d := def()
		s.datatypes = append(s.datatypes, d)
	}
}

// pairs nests at least one form to the right.
func pairs(es []nesl.Expr, pair func(a, b nesl.Expr) nesl.Expr) nesl.Expr {
	out := es[len(es)-1]
	for i := len(es) - 2; i >= 0; i-- {
		out = pair(es[i], out)
	}
	return out
}

func pair(a, b nesl.Expr) nesl.Expr    { return &nesl.Pair{Left: a, Right: b} }
func patPair(a, b nesl.Expr) nesl.Expr { return &nesl.PatPair{Left: a, Right: b} }
func tyPair(a, b nesl.Expr) nesl.Expr  { return &nesl.TyPair{Left: a, Right: b} }
