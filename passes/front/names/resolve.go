// Package names is the first pass of the front end of NESL, resolve-names, and what the
// other passes ask about names: which version of a global one refers to, keyword
// parameters, operators, the catalogue of the library, hints for names that are not there.
// sources.go is what the command line adds to the forms of a file. It imports the tree of
// NESL, diagnostics and the prelude.
package names

// Names to binders, forms in order.

import (
	"nessiec/ir"
	"nessiec/ir/nesl"
	"nessiec/passes/pass"
)

// ResolveNames makes every name refer to one binder: a local variable with a
// name that is unique in its form, or a version of a definition.
//
//	(function inc (patvar x) ... (binary + (id x) (id one)))
//	=> (function inc (patvar x) ... (binary + (local x) (global one 0)))
//
// Keyword arguments become positional: every function takes one argument. The
// short generator a becomes a in a. A name is usable only after its definition
// or its stub.
func ResolveNames(c *pass.Ctx, m *nesl.Module) *nesl.Module {
	return Resolve(c, m, TheCatalogue())
}

// A Definition is one that a program makes at top level: a version of a name.
type Definition struct {
	Name    string
	Version int64
	Pos     ir.Pos
}

// Definitions is ResolveNames, whatever mistakes there are, and what the program defines,
// in order.
func Definitions(c *pass.Ctx, m *nesl.Module) (*nesl.Module, []Definition) {
	r := newResolver(c, m, TheCatalogue())
	return r.module(m), r.definitions
}

// Resolve is ResolveNames of forms that may use the names of a library.
func Resolve(c *pass.Ctx, m *nesl.Module, library *Catalogue) *nesl.Module {
	return newResolver(c, m, library).module(m)
}

func newResolver(c *pass.Ctx, m *nesl.Module, library *Catalogue) *resolver {
	return &resolver{c: c, library: library, latest: map[string]*global{}, later: laterNames(m), announced: announcements(m)}
}

func (r *resolver) module(m *nesl.Module) *nesl.Module {
	out := &nesl.Module{}
	for _, f := range m.Forms {
		out.Forms = append(out.Forms, r.form(f))
	}
	return out
}

// A resolver goes through the forms in order.
type resolver struct {
	c       *pass.Ctx
	library *Catalogue         // nil when the library itself is resolved
	latest  map[string]*global // the definitions seen so far
	later   map[string]ir.Pos  // where the names of the program are defined first
	scope   scope              // of the form being resolved
	self    string             // the datatype that is being resolved
	vars    map[string]bool    // the type variables of the header at hand, nil if there is none

	definitions []Definition

	announced map[string]string // functions with a header, as they can be announced
}

// A global is a definition at top level.
type global struct {
	version  int64
	pos      ir.Pos
	datatype bool              // names a type
	sum      *nesl.Sum         // the datatype with alternatives that it is, or is a constructor of
	con      *nesl.Constructor // the constructor of sum that it is
	keywords *keywords         // nil: no keyword parameters
}

// laterNames finds what the program defines anywhere, for hints.
func laterNames(m *nesl.Module) map[string]ir.Pos {
	out := map[string]ir.Pos{}
	add := func(name string, pos ir.Pos) {
		if _, ok := out[name]; !ok {
			out[name] = pos
		}
	}
	for _, f := range m.Forms {
		if q, ok := f.(*nesl.Quiet); ok {
			f = q.Inner
		}
		switch f := f.(type) {
		case *nesl.Function:
			add(f.Name, f.Pos())
		case *nesl.Datatype:
			add(f.Name, f.Pos())
		case *nesl.Sum:
			add(f.Name, f.Pos())
			for _, c := range f.Cons {
				add(c.(*nesl.Constructor).Name, c.Pos())
			}
		case *nesl.Assign:
			eachPatVar(f.Pat, func(v *nesl.PatVar) { add(v.Name, v.Pos()) })
		}
	}
	return out
}

func eachPatVar(pat nesl.Expr, f func(*nesl.PatVar)) {
	ir.Walk(pat, func(e nesl.Expr) bool {
		if v, ok := e.(*nesl.PatVar); ok {
			f(v)
		}
		return true
	})
}

// define makes the next version of a name. Constructors may hide those of the library, which have none.
func (r *resolver) define(name string, pos ir.Pos, g global) {
	if l := r.library.find(name); l != nil && l.locked && g.con == nil || name == StreamType {
		r.c.Errorf(pos, "E0203", "%s is built in, it cannot be redefined", name).Underline(len(name))
	}
	g.version, g.pos = 1, pos
	if old := r.latest[name]; old != nil {
		g.version = old.version + 1
	}
	r.latest[name] = &g
	r.definitions = append(r.definitions, Definition{name, g.version, pos})
}

// form resolves one top-level form.
func (r *resolver) form(f nesl.Expr) nesl.Expr {
	r.scope, r.vars = scope{}, nil
	switch f := f.(type) {
	case *nesl.Function:
		return r.function(f)
	case *nesl.Stub:
		r.define(f.Name, f.Pos(), global{})
		return &nesl.Stub{Node: f.Node, Name: f.Name, Param: stubParam(f.Param), Sig: r.signature(f.Sig)}
	case *nesl.Datatype:
		return r.datatype(f)
	case *nesl.Sum:
		return r.sum(f)
	case *nesl.Assign:
		return r.assign(f)
	case *nesl.Eval:
		body := r.expr(f.Body)
		r.define("it", f.Pos(), global{})
		return &nesl.Eval{Node: f.Node, Body: body}
	case *nesl.Quiet:
		return &nesl.Quiet{Node: f.Node, Inner: r.form(f.Inner)}
	case *nesl.Entry:
		return &nesl.Entry{Node: f.Node, Fn: r.expr(f.Fn), Sig: r.signature(f.Sig)}
	case *nesl.Load:
		r.c.Errorf(f.Pos(), "E0209", "nothing is loaded here")
	}
	return f // a setting
}

// stubParam drops the parameter of a stub, which says nothing.
func stubParam(pat nesl.Expr) nesl.Expr { return &nesl.PatVar{Node: ir.At(pat.Pos()), Name: "x"} }

func (r *resolver) function(f *nesl.Function) nesl.Expr {
	param, kw := r.keywordParams(f.Param)
	r.define(f.Name, f.Pos(), global{keywords: kw})
	sig := r.signature(f.Sig)
	if s, ok := sig.(*nesl.Signature); ok {
		r.vars = map[string]bool{}
		for _, b := range s.Context {
			r.vars[b.(*nesl.Bound).Var] = true
		}
	}
	param = r.pattern(param, firstWins)
	return &nesl.Function{Node: f.Node, Name: f.Name, Param: param, Sig: sig, Doc: f.Doc, Body: r.expr(f.Body)}
}

func (r *resolver) datatype(f *nesl.Datatype) nesl.Expr {
	params := r.bounds(f.Context)
	r.rejectInside(f.Type, f.Name)
	r.self = f.Name // it was said that it contains itself
	held := r.typ(f.Type, params)
	r.self = ""
	r.define(f.Name, f.Pos(), global{datatype: true})
	return &nesl.Datatype{Node: f.Node, Name: f.Name, Type: held, Context: f.Context}
}

func typeName(e nesl.Expr) (string, bool) {
	switch e := e.(type) {
	case *nesl.TyName:
		return e.Name, true
	case *nesl.TyData:
		return e.Name, true
	}
	return "", false
}

func (r *resolver) assign(f *nesl.Assign) nesl.Expr {
	rhs := r.expr(f.Rhs)
	seen := map[string]ir.Pos{}
	ir.Walk(f.Pat, func(e nesl.Expr) bool {
		switch e := e.(type) {
		case *nesl.PatData:
			r.c.Errorf(e.Pos(), "E0206", "a datatype pattern cannot be assigned to at top level").
				WithHint("write a let, or assign the whole value to one name")
			return false
		case *nesl.PatVar:
			if first, ok := seen[e.Name]; ok {
				r.duplicate(e, first, "at top level each name is a variable, _ too: use _1, _2")
			}
			seen[e.Name] = e.Pos()
			r.define(e.Name, e.Pos(), global{})
		}
		return true
	})
	return &nesl.Assign{Node: f.Node, Pat: f.Pat, Rhs: rhs}
}
