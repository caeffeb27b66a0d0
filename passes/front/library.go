package front

// The library: as much of the prelude as a program needs, after the passes of
// this package, and what its names mean in the program.

import (
	"nessiec/ir"
	"nessiec/ir/diag"
	surface "nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim/prelude"
	"nessiec/ir/types"
	"nessiec/passes/front/hm"
	"nessiec/passes/front/infer"
	"nessiec/passes/front/names"
	"nessiec/passes/front/sugar"
	"nessiec/passes/pass"
)

// libraryFor makes the part of the library that the forms of a program need.
func libraryFor(m *surface.Module) *infer.Library {
	var mentioned []string
	for _, f := range m.Forms {
		mentioned = append(mentioned, names.Mentions(f)...)
	}
	return newLibrary(elaborate(names.TheCatalogue().Reached(mentioned)))
}

// elaborate takes forms of the prelude through the front end. A mistake in them
// is a bug of ours.
func elaborate(forms []surface.Expr) *nkl.Module {
	o := pass.DefaultOptions()
	o.IntBits = 64 // literals are the same for every width
	c := pass.NewCtx(o)
	m := names.Resolve(c, &surface.Module{Forms: forms}, nil)
	in := infer.New(c, nil)
	if !c.Diags.HasErrors() {
		in.Module(sugar.CompilePatterns(c, sugar.ExpandSugar(c, m)))
	}
	if c.Diags.HasErrors() {
		var files diag.Files
		for _, f := range prelude.Files() {
			files = append(files, diag.File(f))
		}
		panic("front: the prelude is wrong:\n" + c.Diags.String(files))
	}
	return libraryModule(in)
}

// libraryModule is the module of a library: all functions, constants as
// functions without parameters, constructors as functions.
func libraryModule(in *infer.Inferrer) *nkl.Module {
	l := newLinker(in)
	l.live = true
	l.functions()
	m := &nkl.Module{}
	for _, d := range in.Order {
		switch d.Kind {
		case infer.FunctionDef:
			m.Funcs = append(m.Funcs, l.instance(d, never, ir.Pos{}).fn)
		case infer.ValueDef:
			i := &instance{draft: d.Result.Draft, time: d.Result.Time}
			m.Funcs = append(m.Funcs, &nkl.Func{Name: d.Name, Result: hm.Final(d.Typ), Body: l.expr(i, i.draft.Body)})
		case infer.ConstructorDef:
			m.Funcs = append(m.Funcs, constructorFunc(d))
		}
	}
	for _, f := range m.Funcs {
		f.P, f.Body = ir.Pos{}, placed(f.Body, ir.Pos{})
	}
	return m
}

// constructorFunc is a datatype as a function: its constructor.
func constructorFunc(d *infer.Definition) *nkl.Func {
	v := types.NewVar("x", hm.Final(d.Scheme.Arg))
	t := hm.Final(d.Scheme.Res)
	return &nkl.Func{Name: d.Name, TypeParams: d.Scheme.Params(), Params: []*nkl.Var{v}, Result: t,
		Body: &nkl.Con{Type: t, Of: nkl.Use(v)}}
}

// newLibrary finds the definitions in the module of the library.
func newLibrary(m *nkl.Module) *infer.Library {
	lib := &infer.Library{Module: m, Funcs: map[string]*nkl.Func{}, Defs: map[string]*infer.Definition{}, Open: map[string]bool{}}
	read := &hm.Reader{Data: map[string]*hm.Datatype{}}
	for _, f := range m.Funcs {
		lib.Funcs[f.Name] = f
		lib.Defs[f.Name] = libraryDef(f, read)
	}
	findOpen(lib)
	return lib
}

func libraryDef(f *nkl.Func, read *hm.Reader) *infer.Definition {
	d := &infer.Definition{Name: f.Name, Params: len(f.Params), Fn: f, Label: &hm.Label{Name: f.Name}}
	if len(f.Params) == 0 {
		d.Kind, d.Typ = infer.ValueDef, read.Type(f.Result)
		return d
	}
	if con, ok := f.Body.(*nkl.Con); ok && con.Type.Kind == types.KData && con.Type.Name == f.Name {
		d.Kind, d.Data = infer.ConstructorDef, &hm.Datatype{Name: f.Name}
		read.Data[f.Name] = d.Data
		d.Scheme = read.Scheme(f.TypeParams, f.Params[0].Type, f.Result)
		d.Data.Params, d.Data.Holds = d.Scheme.Vars, d.Scheme.Arg
		return d
	}
	d.Scheme = read.Scheme(f.TypeParams, tupleType(f.Params), f.Result)
	d.Op = onlyPrimitive(f)
	return d
}

// onlyPrimitive is the primitive that f applies to its parameters, if that is
// all it does.
func onlyPrimitive(f *nkl.Func) string {
	p, ok := f.Body.(*nkl.Prim)
	if !ok || len(p.Args) != len(f.Params) {
		return ""
	}
	for i, a := range p.Args {
		if r, ok := a.(*nkl.Ref); !ok || r.Var != f.Params[i] {
			return ""
		}
	}
	return p.Op.Name
}

// Library is the functions of the library that those called need, directly or through others,
// as nkl.elaborated has them. Names that it does not have are left out.
func Library(called []string) *nkl.Module { return elaborate(names.TheCatalogue().Reached(called)) }
