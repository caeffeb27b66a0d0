package driver

// A small pipeline on the toy family, with which the tests of this package run.

import (
	"fmt"
	"testing"

	"nessiec/grammar"
	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/toy"
	"nessiec/passes/pass"
)

// A small pipeline on the toy family: fold folds additions, one rewrite each,
// and gets 3 + 4 wrong; drop removes lets of literals.
var (
	fam = grammar.NewFamily("toy", grammar.Ops[*toy.Module, toy.Expr]{Schema: toy.Schema, Parse: toy.Parse, Show: toy.Show,
		EachType: toy.EachType, EachPrim: toy.EachPrim})
	first = grammar.Base[*toy.Module](fam, "toy.first", "with lets",
		grammar.Add(toy.FormRef, toy.FormInt, toy.FormLet, toy.FormPrim, toy.FormTuple))
	last  = first.Extend("toy.last", "without lets", grammar.Remove(toy.FormLet))
	langs = []*grammar.Language{first.Language, last.Language}
)

func rewrite(m *toy.Module, f func(toy.Expr) toy.Expr) *toy.Module {
	var rec func(toy.Expr) toy.Expr
	rec = func(e toy.Expr) toy.Expr { return f(e.MapChildren(rec)) }
	return m.MapBodies(rec)
}

func fold(wrong bool) func(*pass.Ctx, *toy.Module) *toy.Module {
	return func(c *pass.Ctx, m *toy.Module) *toy.Module {
		return rewrite(m, func(e toy.Expr) toy.Expr {
			p, ok := e.(*toy.Prim)
			if !ok || p.Op.Code != prim.Add {
				return e
			}
			x, ok1 := p.Args[0].(*toy.Int)
			y, ok2 := p.Args[1].(*toy.Int)
			if !ok1 || !ok2 || !c.Rewrite(toy.Show(p)) {
				return e
			}
			c.Count("folded", 1)
			sum := x.Val + y.Val
			if wrong && sum == 7 {
				sum = 8
			}
			return &toy.Int{Node: ir.At(p.Pos()), Val: sum}
		})
	}
}

func drop(c *pass.Ctx, m *toy.Module) *toy.Module {
	return rewrite(m, func(e toy.Expr) toy.Expr {
		if let, ok := e.(*toy.Let); ok {
			return toy.Replace(let.Body, map[*toy.Var]toy.Expr{let.Bind: let.Rhs})
		}
		return e
	})
}

func same(c *pass.Ctx, m *toy.Module) *toy.Module { return m }

func row(name string, run func(*pass.Ctx, *toy.Module) *toy.Module) pass.Pass {
	return pass.New(name, "a pass", first, first, run, pass.Opts{Optional: true, Level: 1})
}

func pipeline(ps ...pass.Pass) *Driver {
	return &Driver{Passes: append(ps, pass.New("drop", "drop lets", first, last, drop)), Levels: []Level{NewLevel(fam, eval)}}
}

// eval prints the value of the last function.
func eval(o pass.Options, m *toy.Module, in Input) Outcome {
	f := m.Funcs[len(m.Funcs)-1]
	work := int64(0)
	var rec func(e toy.Expr, env map[*toy.Var]int64) int64
	rec = func(e toy.Expr, env map[*toy.Var]int64) int64 {
		work++
		switch e := e.(type) {
		case *toy.Int:
			return e.Val
		case *toy.Ref:
			return env[e.Var]
		case *toy.Let:
			env[e.Bind] = rec(e.Rhs, env)
			return rec(e.Body, env)
		case *toy.Prim:
			return rec(e.Args[0], env) + rec(e.Args[1], env)
		}
		panic("no rule")
	}
	v := rec(f.Body, map[*toy.Var]int64{})
	return Outcome{Output: fmt.Sprintf("it = %d : int\n", v), Cost: []Counter{{"work", work}}}
}

const src = "(func main () () int (let x:int (prim add (1 2)) (prim add ((prim add (3 4)) (prim add (x (prim add (5 6))))))))"

func program(t *testing.T, d *Driver, src string) Program {
	t.Helper()
	p, _, err := d.ReadDump(src, langs)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
