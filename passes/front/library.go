package front

// The library: as much of the prelude as a program needs, after the passes of
// this package, and what its names mean in the program.

import (
	"strings"

	"nessiec/ir"
	"nessiec/ir/diag"
	surface "nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/prim/prelude"
	"nessiec/ir/types"
	"nessiec/passes/front/hm"
	"nessiec/passes/pass"
)

// A library is a part of the prelude, elaborated, and its definitions by name.
// It is immutable.
type library struct {
	module *nkl.Module
	funcs  map[string]*nkl.Func
	defs   map[string]*definition
	open   map[string]bool // functions that are put in place of their calls
}

// libraryFor makes the part of the library that the forms of a program need.
func libraryFor(m *surface.Module) *library {
	var names []string
	for _, f := range m.Forms {
		names = append(names, mentions(f)...)
	}
	return newLibrary(elaborate(theCatalogue().reached(names)))
}

// elaborate takes forms of the prelude through the front end. A mistake in them
// is a bug of ours.
func elaborate(forms []surface.Expr) *nkl.Module {
	o := pass.DefaultOptions()
	o.IntBits = 64 // literals are the same for every width
	c := pass.NewCtx(o)
	m := resolve(c, &surface.Module{Forms: forms}, nil)
	in := newInferrer(c, nil)
	if !c.Diags.HasErrors() {
		in.module(CompilePatterns(c, ExpandSugar(c, m)))
	}
	if c.Diags.HasErrors() {
		var files diag.Files
		for _, f := range prelude.Files() {
			files = append(files, diag.File(f))
		}
		panic("front: the prelude is wrong:\n" + c.Diags.String(files))
	}
	return in.libraryModule()
}

// libraryModule is the module of a library: all functions, constants as
// functions without parameters, constructors as functions.
func (in *inferrer) libraryModule() *nkl.Module {
	l := newLinker(in)
	l.live = true
	l.functions()
	m := &nkl.Module{}
	for _, d := range in.order {
		switch d.kind {
		case functionDef:
			m.Funcs = append(m.Funcs, l.instance(d, never, ir.Pos{}).fn)
		case valueDef:
			i := &instance{draft: d.result.draft, time: d.result.time}
			m.Funcs = append(m.Funcs, &nkl.Func{Name: d.name, Result: hm.Final(d.typ), Body: l.expr(i, i.draft.body)})
		case constructorDef:
			m.Funcs = append(m.Funcs, constructorFunc(d))
		}
	}
	for _, f := range m.Funcs {
		f.P, f.Body = ir.Pos{}, placed(f.Body, ir.Pos{})
	}
	return m
}

// constructorFunc is a datatype as a function: its constructor.
func constructorFunc(d *definition) *nkl.Func {
	v := types.NewVar("x", hm.Final(d.scheme.Arg))
	t := hm.Final(d.scheme.Res)
	return &nkl.Func{Name: d.name, TypeParams: d.scheme.Params(), Params: []*nkl.Var{v}, Result: t,
		Body: &nkl.Con{Type: t, Of: nkl.Use(v)}}
}

// newLibrary finds the definitions in the module of the library.
func newLibrary(m *nkl.Module) *library {
	lib := &library{module: m, funcs: map[string]*nkl.Func{}, defs: map[string]*definition{}, open: map[string]bool{}}
	read := &hm.Reader{Data: map[string]*hm.Datatype{}}
	for _, f := range m.Funcs {
		lib.funcs[f.Name] = f
		lib.defs[f.Name] = libraryDef(f, read)
	}
	lib.findOpen()
	return lib
}

func libraryDef(f *nkl.Func, read *hm.Reader) *definition {
	d := &definition{name: f.Name, params: len(f.Params), fn: f, label: &hm.Label{Name: f.Name}}
	if len(f.Params) == 0 {
		d.kind, d.typ = valueDef, read.Type(f.Result)
		return d
	}
	if con, ok := f.Body.(*nkl.Con); ok && con.Type.Kind == types.KData && con.Type.Name == f.Name {
		d.kind, d.data = constructorDef, &hm.Datatype{Name: f.Name}
		read.Data[f.Name] = d.data
		d.scheme = read.Scheme(f.TypeParams, f.Params[0].Type, f.Result)
		d.data.Params, d.data.Holds = d.scheme.Vars, d.scheme.Arg
		return d
	}
	d.scheme = read.Scheme(f.TypeParams, tupleType(f.Params), f.Result)
	d.op = onlyPrimitive(f)
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

// libraryDefinition is what a name of the library, an operator or a primitive
// means; nil if it is none of them.
func (in *inferrer) libraryDefinition(name string) *definition {
	if op, ok := operators[name]; ok {
		if op.fn != "" {
			return in.libraryDefinition(op.fn)
		}
		return primitive(op.prim, op.class)
	}
	if name == streamType {
		return &definition{name: name, kind: constructorDef, params: 1, label: &hm.Label{Name: name},
			scheme: &hm.Scheme{Arg: hm.IntType, Res: hm.StreamType}}
	}
	if in.lib != nil {
		return in.lib.defs[name]
	}
	if d := in.newest[name]; d != nil {
		return d
	}
	if op, ok := strings.CutPrefix(name, "__"); ok {
		return primitive(op, types.Any)
	}
	return nil
}

// primitive is a primitive as a definition; class narrows its variables.
func primitive(name string, class types.Class) *definition {
	s := prim.Must(name).Scheme()
	read := &hm.Reader{}
	d := &definition{name: name, kind: primitiveDef, op: name, params: len(s.Params),
		scheme: read.Scheme(s.Vars, pairsOfTypes(s.Params), s.Result)}
	for _, v := range d.scheme.Vars {
		if class != types.Any {
			v.Class = class
		}
	}
	return d
}

func pairsOfTypes(ts []*types.Type) *types.Type {
	if len(ts) == 1 {
		return ts[0]
	}
	return types.Tuple(ts[0], pairsOfTypes(ts[1:]))
}
