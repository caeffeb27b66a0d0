// Package gen makes random well-typed programs with inputs, for differential
// testing: every level of the pipeline must give the same results.
//
// Programs are made in nkl.structural: monomorphic, first order, with filters,
// nested maps, conditionals, recursion and captures, before any pass that
// could simplify them away. Most programs cannot fail: indices are guarded,
// generators have equal lengths by construction. A program marked Risky has
// places that can; then only the fact of failing is compared.
//
//	gen.go      a program: functions, the entry, its actions
//	types.go    which types occur
//	expr.go     expressions by type
//	scalars.go  expressions of base types
//	seqs.go     expressions of sequence types
//	recurse.go  recursive functions with a measure that falls
package gen

import (
	"fmt"
	"math/rand/v2"

	"nessiec/ir/nkl"
	"nessiec/ir/program"
	"nessiec/ir/types"
)

// A Program is a generated module.
type Program struct {
	Module *nkl.Module
	Risky  bool // some check may fail
}

// Config says what programs look like.
type Config struct {
	Size   int  // rough number of nodes of a function
	Funcs  int  // functions besides the entries
	Risky  bool // allow checks that may fail
	Floats bool // allow floats
}

// Biased is a configuration drawn from r: mostly small programs, some large.
func Biased(r *rand.Rand) Config {
	return Config{Size: 10 + r.IntN(60), Funcs: r.IntN(4), Risky: r.IntN(8) == 0, Floats: r.IntN(4) == 0}
}

// Generate makes the program of a seed.
func Generate(seed uint64) Program {
	r := rand.New(rand.NewPCG(seed, 0x6E65736C))
	return New(r, Biased(r))
}

// New makes a program.
func New(r *rand.Rand, c Config) Program {
	g := &generator{r: r, c: c, m: &nkl.Module{}}
	for i := range c.Funcs {
		if r.IntN(3) == 0 {
			g.recursive(fmt.Sprintf("rec%d", i+1))
		} else {
			g.function(fmt.Sprintf("fn%d", i+1), 1+r.IntN(3), g.typ(2), false)
		}
	}
	for i := range 1 + r.IntN(2) {
		name := fmt.Sprintf("main%d", i+1)
		t := g.typ(3)
		g.function(name, 0, t, true)
		g.m.Actions = append(g.m.Actions, &program.Action{Kind: program.Eval, Name: "it", TypeText: "value",
			Type: t, Fn: name, Result: name + ".it"})
	}
	return Program{g.m, c.Risky}
}

type generator struct {
	r     *rand.Rand
	c     Config
	m     *nkl.Module
	fuel  int
	depth int // nesting of maps
	in    *nkl.Func
}

// function adds a function with n parameters of random types.
func (g *generator) function(name string, n int, result *types.Type, entry bool) *nkl.Func {
	f := &nkl.Func{Name: name, Result: result}
	var env scope
	for range n {
		v := types.NewVar("p", g.typ(2))
		f.Params = append(f.Params, v)
		env = append(env, v)
	}
	g.fuel, g.depth, g.in = g.c.Size, 0, f
	if entry {
		f.Body = g.withData(env, func(env scope) nkl.Expr { return g.expr(result, env) })
	} else {
		f.Body = g.expr(result, env)
	}
	g.m.Funcs = append(g.m.Funcs, f)
	return f
}

// withData binds a few sequences of literals, so that programs have data to
// work on: empty ones, ragged ones, ones around interesting sizes.
func (g *generator) withData(env scope, body func(scope) nkl.Expr) nkl.Expr {
	var binds []*nkl.Var
	var rhs []nkl.Expr
	for range 1 + g.r.IntN(3) {
		v := types.NewVar("d", g.seqType(1+g.r.IntN(3)))
		binds, rhs = append(binds, v), append(rhs, g.data(v.Type))
		env = append(env, v)
	}
	e := body(env)
	for i := len(binds) - 1; i >= 0; i-- {
		e = &nkl.Let{Bind: binds[i], Rhs: rhs[i], Body: e}
	}
	return e
}

// scope is the variables that may be used.
type scope []*nkl.Var

// of lists the variables of type t.
func (s scope) of(t *types.Type) (out scope) {
	for _, v := range s {
		if v.Type == t {
			out = append(out, v)
		}
	}
	return out
}

// seqs lists the variables that are sequences.
func (s scope) seqs() (out scope) {
	for _, v := range s {
		if v.Type.Kind == types.KSeq {
			out = append(out, v)
		}
	}
	return out
}

// with is s and more variables, in memory of its own.
func (s scope) with(vs ...*nkl.Var) scope { return append(append(scope(nil), s...), vs...) }

func (g *generator) pick(s scope) *nkl.Var { return s[g.r.IntN(len(s))] }

func ref(v *nkl.Var) nkl.Expr { return &nkl.Ref{Var: v} }
