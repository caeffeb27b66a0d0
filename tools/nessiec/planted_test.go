package main

// Passes that go wrong on purpose are found out: a wrong rewrite is named by
// -exec-check and by -bisect, so is one that wastes work, and a crash leaves a
// file that crashes again.

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nessiec/grammar"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes"
	"nessiec/passes/pass"
	"nessiec/tools/session"
)

// plant is the table with one more pass, that rewrites every expression.
func plant(rewrite func(*pass.Ctx, nkl.Expr) nkl.Expr) func() []pass.Pass {
	return func() []pass.Pass {
		ps := passes.Table()
		i := slices.IndexFunc(ps, func(p pass.Pass) bool { return p.To == grammar.NestedNamed.Language }) + 1
		run := func(c *pass.Ctx, m *nkl.Module) *nkl.Module {
			var f func(nkl.Expr) nkl.Expr
			f = func(e nkl.Expr) nkl.Expr { return rewrite(c, e.MapChildren(f)) }
			return m.MapBodies(f)
		}
		return slices.Insert(ps, i, pass.New("planted", "go wrong", grammar.NestedNamed, grammar.NestedNamed, run, pass.Opts{Optional: true}))
	}
}

func isPrim(e nkl.Expr, code prim.Code) (*nkl.Prim, bool) {
	p, ok := e.(*nkl.Prim)
	return p, ok && p.Op.Code == code
}

// maxForMin is right but where the arguments differ.
func maxForMin(c *pass.Ctx, e nkl.Expr) nkl.Expr {
	if p, ok := isPrim(e, prim.Min); ok && c.Rewrite("max for "+nkl.Show(p)) {
		return &nkl.Prim{Node: p.Node, Op: prim.Max.Prim(), Args: p.Args}
	}
	return e
}

// slowSum adds up a hundred thousand zeros for every sum.
func slowSum(_ *pass.Ctx, e nkl.Expr) nkl.Expr {
	p, ok := isPrim(e, prim.Sum)
	if !ok {
		return e
	}
	l := &nkl.Lets{}
	zeros := l.Bind(types.NewVar("zeros", types.Seq(types.Int)), nkl.Op(p.P, prim.Dist, &nkl.Int{}, &nkl.Int{Val: 100000}))
	all := l.Bind(types.NewVar("all", types.Int), &nkl.Prim{Node: p.Node, Op: p.Op, Args: []nkl.Expr{zeros}})
	sum := l.Bind(types.NewVar("sum", types.Int), e)
	return l.In(nkl.Op(p.P, prim.Add, sum, all))
}

func crash(_ *pass.Ctx, e nkl.Expr) nkl.Expr {
	if _, ok := isPrim(e, prim.Sum); ok {
		panic("no sums today")
	}
	return e
}

func nothing(_ *pass.Ctx, e nkl.Expr) nkl.Expr { return e }

const victim = `function smallest(a, b) = min(a, b);
smallest(3, 3) + min(7, 7);
sum({min(x, 4) : x in [1, 5, 2]});
`

func TestPlanted(t *testing.T) {
	t.Chdir(t.TempDir()) // reproducers are written here
	if err := os.WriteFile("victim.nesl", []byte(victim), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		rewrite func(*pass.Ctx, nkl.Expr) nkl.Expr
		args    string
		status  int
		want    []string
	}{
		{"-exec-check names a wrong rewrite", maxForMin, "-exec-check victim.nesl", statusInternal,
			[]string{"internal error in pass planted: execution: the output changes", "- it = 7 : int", "+ it = 13 : int"}},
		{"-bisect names it", maxForMin, "-bisect victim.nesl", statusGood,
			[]string{"the result changes in pass planted, rewrite 4: max for (prim @0:3:6 min (x 4))", "the last good one is -bisect-limit="}},
		{"generated inputs", maxForMin, "-exec-check -entry=smallest:(int,int)->int victim.nesl", statusInternal,
			[]string{"internal error in pass planted: execution: the output changes", "on input"}},
		{"work", slowSum, "-exec-check victim.nesl", statusInternal, []string{"internal error in pass planted: execution: the work grows from"}},
		{"a crash", crash, "-exec-check victim.nesl", statusInternal,
			[]string{"internal error in pass planted: panic: no sums today", "to reproduce: nessiec -from=nessiec-planted.dump"}},
		{"which its reproducer repeats", crash, "-exec-check -from=nessiec-planted.dump", statusInternal,
			[]string{"internal error in pass planted: panic: no sums today"}},
		{"because of the pass", nothing, "-exec-check -from=nessiec-planted.dump", statusGood, nil},
	} {
		var both bytes.Buffer
		cmd := &command{stdin: strings.NewReader(""), stdout: &both, stderr: &both, ses: session.New()}
		cmd.ses.Table = plant(c.rewrite)
		if status := cmd.main(strings.Fields(c.args)); status != c.status {
			t.Errorf("%s: status %d", c.name, status)
		}
		for _, w := range c.want {
			if !strings.Contains(both.String(), w) {
				t.Errorf("%s: no %q in\n%s", c.name, w, both.String())
			}
		}
	}
	if dumps, _ := filepath.Glob("*.dump"); len(dumps) != 1 {
		t.Errorf("files %v", dumps)
	}
}

// All work-items of a group do something, however few elements there are. That is no growth of work.
func TestExecCheckGPU(t *testing.T) {
	for _, args := range [][]string{{"-O2", "-target=opencl", "-device=gpu"}, {"-target=cuda"}} {
		for _, name := range []string{"bfs", "kmeans", "mean", "quicksort"} {
			if _, errs, status := invoke(append(args, "-exec-check", "../../examples/"+name+".nesl")...); status != statusGood {
				t.Errorf("%v %s: status %d\n%s", args, name, status, errs)
			}
		}
	}
}

// Rooms for rows and registers of a loop with a stack are no growth of work that -exec-check objects to.
func TestExecCheckOfRows(t *testing.T) {
	t.Chdir(t.TempDir())
	const program = `datatype tree = tip | fork(tree, int, tree);
function insert(s, k) : (tree, int) -> tree =
  case s of tip => fork(tip, k, tip)
  | fork(l, x, r) => if k < x then fork(insert(l, k), x, r) else if k > x then fork(l, x, insert(r, k)) else s;
function fill(s, i, n) : (tree, int, int) -> tree = if i == n then s else fill(insert(s, rem(i * 17, 61)), i + 1, n);
function total(s) : tree -> int = case s of tip => 0 | fork(l, x, r) => total(l) + x + total(r);
total(fill(tip, 0, 50));
`
	if err := os.WriteFile("rows.nesl", []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	var both bytes.Buffer
	cmd := &command{stdin: strings.NewReader(""), stdout: &both, stderr: &both, ses: session.New()}
	if status := cmd.main([]string{"-exec-check", "-target=ref", "rows.nesl"}); status != statusGood {
		t.Errorf("status %d: %s", status, both.String())
	}
}
