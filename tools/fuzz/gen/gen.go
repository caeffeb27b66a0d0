// Package gen makes random well-typed programs with inputs, for differential
// testing: every level of the pipeline must give the same results.
//
// A program is made in any nested language that has filters still, from its
// grammar (which forms it has) and from the table of primitives: a primitive
// that is added to the table is generated from then on. What the language lacks
// is not made: function values, datatypes and type variables in early languages
// only. Programs of later languages are made by passes from these.
//
// Most programs cannot fail: arguments are made to fit the checks of their
// primitive. Some have one place that can, some many (Risk).
//
//	gen.go        a program: Maker, Config, Program; its functions, inputs and actions
//	scope.go      the variables that may be used
//	types.go      which types occur
//	expr.go       expressions by type: the rules and their weights
//	prims.go      applications of primitives, from the table
//	fit.go        arguments that fit the checks of a primitive
//	maps.go       apply-to-each, filters, their generators
//	constants.go  literals, data with empty and odd-sized parts
//	functions.go  functions, calls, polymorphism
//	recurse.go    recursion with a measure that falls
//	descend.go    recursion of scalars
//	divide.go     recursion that divides sequences by their lengths
//	closures.go   function values
//	folds.go      folds with function values, and with code
//	effects.go    printing, stopping, taking the time
package gen

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"nessiec/grammar"
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/program"
	"nessiec/ir/types"
)

// A Risk says how many places of a program may fail at run time.
type Risk uint8

// The risks.
const (
	Safe    Risk = iota // none
	OnePart             // one place of the text: the error is determined
	Risky               // many: only the fact of failing is determined
)

// A Program is a generated module with what may be expected of it.
type Program struct {
	Module *nkl.Module
	Risk   Risk
	Floats bool // there are floats, which passes may round differently
}

// Config says what programs look like.
type Config struct {
	Size   int // rough number of nodes of a function
	Funcs  int // functions besides the entries
	Mains  int // entries
	Risk   Risk
	Floats bool
	Large  bool // sizes up to 65537 where maps do not nest
}

// Biased is a configuration drawn from r: mostly small programs, some large.
func Biased(r *rand.Rand) Config {
	c := Config{Size: 3 + r.IntN(12), Funcs: max(0, r.IntN(4)-1), Mains: 1, Floats: r.IntN(4) == 0, Large: r.IntN(300) == 0}
	if r.IntN(16) == 0 {
		c.Size, c.Funcs, c.Mains = 20+r.IntN(60), r.IntN(4), 1+r.IntN(3)
	}
	switch r.IntN(10) {
	case 0, 1:
		c.Risk = OnePart
	case 2:
		c.Risk = Risky
	}
	return c
}

// A Maker makes programs of one language. It is not safe for concurrent use.
type Maker struct {
	lang    *grammar.Language
	rules   *rules
	prims   []*prim.Prim
	effects []*prim.Prim
	byType  map[*types.Type][]use
}

// NewMaker prepares to make programs of l, a nested language with filters.
func NewMaker(l *grammar.Language) *Maker {
	mk := &Maker{lang: l, rules: newRules(l), byType: map[*types.Type][]use{}}
	for _, p := range prim.Table {
		if l.HasPrims(p.Class) && generated(p) {
			mk.prims = append(mk.prims, p)
		}
		if canPrint(p) {
			mk.effects = append(mk.effects, p)
		}
	}
	return mk
}

// Only leaves out the primitives for which has is false.
func (mk *Maker) Only(has func(*prim.Prim) bool) {
	no := func(p *prim.Prim) bool { return !has(p) }
	mk.prims, mk.effects = slices.DeleteFunc(mk.prims, no), slices.DeleteFunc(mk.effects, no)
}

// Can reports whether programs of l can be made directly.
func Can(l *grammar.Language) bool {
	return l.Family == grammar.NKL && l.Has(nkl.FormEachIf)
}

// Seeded makes the program of a seed.
func (mk *Maker) Seeded(seed uint64) Program {
	r := rand.New(rand.NewPCG(seed, 0x6E65736C))
	return mk.New(r, Biased(r))
}

// New makes a program.
func (mk *Maker) New(r *rand.Rand, c Config) Program {
	g := &generator{Maker: mk, r: r, c: c, m: &nkl.Module{}}
	for i := range c.Funcs {
		switch r.IntN(9) {
		case 0, 1:
			g.recursive(fmt.Sprintf("rec%d", i+1))
		case 2:
			g.mutual(fmt.Sprintf("odd%d", i+1), fmt.Sprintf("even%d", i+1))
		case 3:
			g.replacing(fmt.Sprintf("put%d", i+1))
		case 4:
			g.descending(fmt.Sprintf("down%d", i+1), fmt.Sprintf("under%d", i+1))
		case 5:
			g.dividing(fmt.Sprintf("part%d", i+1))
		default:
			g.function(fmt.Sprintf("fn%d", i+1))
		}
	}
	g.inputs()
	for _, f := range g.funcs {
		switch {
		case strings.HasPrefix(f.Name, "put"):
			g.replaced(f)
		case strings.HasPrefix(f.Name, "down"), strings.HasPrefix(f.Name, "deep"):
			g.descended(f)
		}
	}
	for i := range max(c.Mains, 1) {
		g.main(fmt.Sprintf("main%d", i+1))
	}
	return Program{g.m, c.Risk, c.Floats}
}

type generator struct {
	*Maker
	r       *rand.Rand
	c       Config
	m       *nkl.Module
	funcs   []*nkl.Func       // that may be called: no entries, which have effects
	values  []*program.Action // results so far that entries can take
	tvars   []*types.Type     // type parameters of the function being made
	fuel    int               // nodes that may still be made
	depth   int               // nesting of maps
	dead    int               // nesting of arms that are never taken
	dared   bool              // the one place that may fail was made
	entry   bool              // the function being made is an entry, outside of function values
	printed bool              // the one effect inside of a map was made
	nodes   int               // positions given out
	labels  int               // function values made
}

// chance is true once in n times.
func (g *generator) chance(n int) bool { return g.r.IntN(n) == 0 }

// at is a position of its own for a form: random numbers and errors have it.
func (g *generator) at() ir.Node {
	g.nodes++
	return ir.At(ir.MakePos(0, g.nodes, 1))
}

// inputs adds actions that make values, which the entries take: the optimiser
// does not see through them.
func (g *generator) inputs() {
	for i := range 1 + g.r.IntN(3) {
		name, t := fmt.Sprintf("input%d", i+1), g.seqType(1+g.r.IntN(3))
		if g.chance(4) {
			t = g.base()
		}
		g.add(name, "", nil, t, func(scope) nkl.Expr { return g.constant(t, g.c.Large && i == 0) })
	}
}

// main adds an entry and its action.
func (g *generator) main(name string) {
	t := g.typ(3)
	g.add(name, name, g.some(g.values), t, func(env scope) nkl.Expr {
		g.entry = true
		defer func() { g.entry = false }()
		return g.withData(env, func(env scope) nkl.Expr { return g.expr(t, env) })
	})
}

// some picks most of the values there are.
func (g *generator) some(vs []*program.Action) (out []*program.Action) {
	for _, v := range vs {
		if !g.chance(4) {
			out = append(out, v)
		}
	}
	return out
}

// add makes a function of the values from, with its action; shown is the name
// under which the result is printed.
func (g *generator) add(name, shown string, from []*program.Action, t *types.Type, body func(scope) nkl.Expr) {
	f := &nkl.Func{Name: name, Result: t}
	a := &program.Action{Kind: program.Eval, Name: shown, TypeText: "value", Type: t, Fn: name, Result: name + ".it"}
	var env scope
	for _, v := range from {
		p := types.NewVar("p", v.Type)
		f.Params, env, a.Args = append(f.Params, p), append(env, p), append(a.Args, v.Result)
	}
	g.begin(g.c.Size)
	f.Body = body(env)
	g.m.Funcs = append(g.m.Funcs, f)
	g.m.Actions = append(g.m.Actions, a)
	g.values = append(g.values, a)
}

// define adds functions that may be called from then on.
func (g *generator) define(fs ...*nkl.Func) {
	g.m.Funcs = append(g.m.Funcs, fs...)
	g.funcs = append(g.funcs, fs...)
}

// begin starts a function of this size.
func (g *generator) begin(size int) { g.fuel, g.depth = size, 0 }
