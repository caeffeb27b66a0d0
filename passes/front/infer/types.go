// Package infer finds the types of NESL programs, with the algorithm of front/hm: forms in
// order, each definition a Draft that is generalised when its form ends. Package front links
// the drafts to a program. mistakes.go and advice.go say what does not fit, and why.
package infer

// Types of everything: the top level.

import (
	"strconv"

	"nessiec/ir"
	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/passes/front/hm"
	"nessiec/passes/pass"
)

// An Inferrer goes through the forms in order.
type Inferrer struct {
	C       *pass.Ctx
	Lib     *Library // nil while the library itself is made
	defs    map[defKey]*Definition
	newest  map[string]*Definition
	Order   []*Definition
	Slots   []*Slot
	bySlot  map[slotKey]*Slot
	Actions []*Action
	Entry   *Draft // calls the function that -entry names
	Time    int    // forms seen so far
	fixups  []fixup

	// of the form that is being inferred
	current *Definition // nil: no function
	draft   *Draft
	locals  map[string]*local
	lambdas []*lambdaFrame
	vars    map[string]*hm.Type // the type variables of its header

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
	FunctionDef defKind = iota
	StubDef
	ValueDef
	ConstructorDef
	typeDef // a datatype with alternatives, none of which has its name
	primitiveDef
	brokenDef // rejected: has every type
)

// A Definition is one version of a name at top level, or of the library.
type Definition struct {
	Name    string
	version int64 // 0: of the library
	Kind    defKind
	Pos     ir.Pos
	Scheme  *hm.Scheme      // of functions, constructors and primitives
	Params  int             // how many parameters the code has
	Label   *hm.Label       // identity as a value
	Draft   *Draft          // code of a function
	self    []*nkl.Call     // calls of itself
	sig     *nesl.Signature // of functions that are announced
	Slot    *Slot
	Time    int // the form that defines it

	Data *hm.Datatype    // of constructors and types
	con  *hm.Constructor // of constructors of datatypes with alternatives
	Op   string          // of primitives, and of functions that only apply one
	Fn   *nkl.Func       // of the library

	Typ    *hm.Type // of values
	Result *Action  // the action whose result holds the value, at path
	Path   []int
}

// An Action is a form that does something when the program runs.
type Action struct {
	Pos      ir.Pos
	Time     int
	Kind     actionKind
	Name     string // what is printed
	TypeText string
	Typ      *hm.Type
	Draft    *Draft
	N        int
}

type actionKind uint8

const (
	EvalAction actionKind = iota
	SayAction
	PrintLength
)

// New starts inference with a library, nil for the library itself.
func New(c *pass.Ctx, lib *Library) *Inferrer {
	return &Inferrer{C: c, Lib: lib, defs: map[defKey]*Definition{}, newest: map[string]*Definition{}, bySlot: map[slotKey]*Slot{}}
}

// Module infers the forms of m, in order.
func (in *Inferrer) Module(m *nesl.Module) {
	for _, f := range m.Forms {
		in.Time++
		in.form(f, false)
	}
}

// form infers one form. What a quiet one answers is not printed.
func (in *Inferrer) form(f nesl.Expr, quiet bool) {
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
		in.Actions = append(in.Actions, &Action{Pos: f.Pos(), Time: in.Time, Kind: PrintLength, N: int(f.Val)})
	case *nesl.SetArgCheck:
		if !f.On {
			in.C.Warnf(f.Pos(), "E0212", "arguments are checked all the same").
				WithHint("the flag -unsafe removes the checks of the whole program")
		}
	case *nesl.Entry:
		in.entryForm(f)
	default:
		panic("front: unexpected form " + nesl.Show(f))
	}
}

// define enters a definition.
func (in *Inferrer) define(d *Definition) *Definition {
	d.Time = in.Time
	d.version = 1
	if old := in.newest[d.Name]; old != nil {
		d.version = old.version + 1
	}
	in.defs[defKey{d.Name, d.version}] = d
	in.newest[d.Name] = d
	in.Order = append(in.Order, d)
	return d
}

// Key is how drafts call the code of d.
func (d *Definition) Key() string {
	if d.version == 0 {
		return d.Name
	}
	return d.Name + "#" + strconv.FormatInt(d.version, 10)
}

// find is the definition that g refers to.
func (in *Inferrer) find(name string, version int64) *Definition {
	if version > 0 {
		return in.defs[defKey{name, version}]
	}
	d := in.libraryDefinition(name)
	if d == nil {
		panic("front: no definition of " + name)
	}
	return d
}
