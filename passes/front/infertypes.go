package front

// Types of everything: the top level.

import (
	"strconv"

	"nessiec/ir"
	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/passes/front/hm"
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
	in := newInferrer(c, libraryFor(m))
	in.module(m)
	if c.Diags.HasErrors() {
		return &nkl.Module{}
	}
	return in.link()
}

// An inferrer goes through the forms in order.
type inferrer struct {
	c       *pass.Ctx
	lib     *library // nil while the library itself is made
	defs    map[defKey]*definition
	newest  map[string]*definition
	order   []*definition
	slots   []*slot
	bySlot  map[slotKey]*slot
	actions []*action
	entry   *draft // calls the function that -entry names
	time    int    // forms seen so far
	fixups  []fixup

	// of the form that is being inferred
	current *definition // nil: no function
	draft   *draft
	locals  map[string]*local
	lambdas []*lambdaFrame

	mentioned map[string]bool // keys of its callees
}

// A defKey names a definition.
type defKey struct {
	name    string
	version int64
}

// A kind of definition.
type defKind uint8

const (
	functionDef defKind = iota
	stubDef
	valueDef
	constructorDef
	typeDef // a datatype with alternatives, none of which has its name
	primitiveDef
	brokenDef // rejected: has every type
)

// A definition is one version of a name at top level, or of the library.
type definition struct {
	name    string
	version int64 // 0: of the library
	kind    defKind
	pos     ir.Pos
	scheme  *hm.Scheme  // of functions, constructors and primitives
	params  int         // how many parameters the code has
	label   *hm.Label   // identity as a value
	draft   *draft      // code of a function
	self    []*nkl.Call // calls of itself
	slot    *slot
	time    int // the form that defines it

	data *hm.Datatype    // of constructors and types
	con  *hm.Constructor // of constructors of datatypes with alternatives
	op   string          // of primitives, and of functions that only apply one
	fn   *nkl.Func       // of the library

	typ    *hm.Type // of values
	result *action  // the action whose result holds the value, at path
	path   []int
}

// An action is a form that does something when the program runs.
type action struct {
	pos      ir.Pos
	time     int
	kind     actionKind
	name     string // what is printed
	typeText string
	typ      *hm.Type
	draft    *draft
	n        int
}

type actionKind uint8

const (
	evalAction actionKind = iota
	sayAction
	printLength
)

func newInferrer(c *pass.Ctx, lib *library) *inferrer {
	return &inferrer{c: c, lib: lib, defs: map[defKey]*definition{}, newest: map[string]*definition{}, bySlot: map[slotKey]*slot{}}
}

func (in *inferrer) module(m *nesl.Module) {
	for _, f := range m.Forms {
		in.time++
		in.form(f, false)
	}
}

// form infers one form. What a quiet one answers is not printed.
func (in *inferrer) form(f nesl.Expr, quiet bool) {
	in.locals, in.lambdas, in.current, in.mentioned = map[string]*local{}, nil, nil, map[string]bool{}
	switch f := f.(type) {
	case *nesl.Quiet:
		in.form(f.Inner, true)
	case *nesl.Function:
		in.say(in.function(f), quiet)
	case *nesl.Stub:
		in.say(in.stub(f), quiet)
	case *nesl.Datatype:
		in.say(in.datatype(f), quiet)
	case *nesl.Sum:
		in.sum(f, quiet)
	case *nesl.Assign:
		in.assign(f, quiet)
	case *nesl.Eval:
		in.eval(f, quiet)
	case *nesl.SetPrintLength:
		in.actions = append(in.actions, &action{pos: f.Pos(), time: in.time, kind: printLength, n: int(f.Val)})
	case *nesl.SetArgCheck:
		if !f.On {
			in.c.Warnf(f.Pos(), "E0212", "arguments are checked all the same").
				WithHint("the flag -unsafe removes the checks of the whole program")
		}
	case *nesl.Entry:
		in.entryForm(f)
	default:
		panic("front: unexpected form " + nesl.Show(f))
	}
}

// define enters a definition.
func (in *inferrer) define(d *definition) *definition {
	d.time = in.time
	d.version = 1
	if old := in.newest[d.name]; old != nil {
		d.version = old.version + 1
	}
	in.defs[defKey{d.name, d.version}] = d
	in.newest[d.name] = d
	in.order = append(in.order, d)
	return d
}

// key is how drafts call the code of d.
func (d *definition) key() string {
	if d.version == 0 {
		return d.name
	}
	return d.name + "#" + strconv.FormatInt(d.version, 10)
}

// find is the definition that g refers to.
func (in *inferrer) find(name string, version int64) *definition {
	if version > 0 {
		return in.defs[defKey{name, version}]
	}
	d := in.libraryDefinition(name)
	if d == nil {
		panic("front: no definition of " + name)
	}
	return d
}
