package sequential

// Tests of the elements of rows: the first element that decides ends them.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/growing"
	"nessiec/passes/lift/scalars"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// Tests makes scalar code of conditionals under maps of which a branch asks whether all, or any, of the
// elements of a row hold: the first one that decides is the last one that is looked at. So rows are neither
// packed for the branch nor gone through to their ends. Where growing.MostSerial elements of any row decide
// nothing, and it has more, all is done once more as it was, in parallel.
//
//	(if same (let xs (each (x y) (a b) (eq x y)) (all xs)) false)
//	=> (let tested (if same (let row (loop (i) (0) .. <open holds>) .. <open holds>) <false false>)
//	   (let open (proj 0 tested) (let value (proj 1 tested) (let some (anywhere open)
//	   (if some (if same (let xs (each (x y) (a b) (eq x y)) (all xs)) false) value)))))
func Tests(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	code, typer := scalars.Of(m), anf.NewErasedTyper(m)
	return anf.MapLifted(m, func(body nkl.Expr, lifted bool) nkl.Expr {
		var walk func(e nkl.Expr, under bool) nkl.Expr
		walk = func(e nkl.Expr, under bool) nkl.Expr {
			if x, ok := e.(*nkl.If); ok && under && !code.OK(x) && !goesOn(x) {
				t := &rowTest{Code: code}
				if made := t.conditional(x, typer.Of(x)); made != nil && c.Rewrite("end the "+t.test.Op.Name+" of rows early") {
					c.Count("tests that end early", 1)
					return made
				}
			}
			under = under || e.Form() == nkl.FormEach
			e = e.MapChildren(func(c nkl.Expr) nkl.Expr { return walk(c, under) })
			if l, ok := e.(*nkl.Let); ok {
				return anf.Splice(l)
			}
			return e
		}
		return walk(body, lifted)
	})
}

// goesOn reports whether a branch of e goes on with the loop around it.
func goesOn(e *nkl.If) (does bool) {
	nkl.EachRecur(e, func(*nkl.Recur) { does = true })
	return does
}

// A rowTest is the one of a conditional.
type rowTest struct {
	*scalars.Code
	test *nkl.Prim
}

// conditional is what e, of type t, becomes; nil if it makes no test, or else is more than scalar code.
func (r *rowTest) conditional(e *nkl.If, t *types.Type) nkl.Expr {
	if !t.IsScalar() {
		return nil
	}
	tested := types.NewVar("tested", types.Tuple(types.Bool, t))
	code := r.choice(e, t, anf.Boolean(false))
	if r.test == nil || !r.OK(code) {
		return nil
	}
	var b anf.Block
	b.Let(tested, code)
	open := b.Name("open", types.Bool, anf.Part(0, nkl.Use(tested)))
	value := b.Name("value", t, anf.Part(1, nkl.Use(tested)))
	some := b.Name("some", types.Bool, &nkl.Anywhere{Node: e.Node, Cond: open})
	return b.In(&nkl.If{Node: e.Node, Cond: some, Then: nkl.Freshen(e), Else: value})
}

func (r *rowTest) choice(e *nkl.If, t *types.Type, open nkl.Expr) nkl.Expr {
	return &nkl.If{Node: e.Node, Cond: e.Cond, Then: r.block(e.Then, t, open), Else: r.block(e.Else, t, open)}
}

// block is a branch that yields whether its test is open, and its value, of type t. open is what is known of that.
func (r *rowTest) block(e nkl.Expr, t *types.Type, open nkl.Expr) nkl.Expr {
	var b anf.Block
	for rest := e; ; {
		switch x := rest.(type) {
		case *nkl.Let:
			rest = x.Body
			if test := r.testOf(x); test != nil {
				var holds nkl.Expr
				r.test = test
				open, holds = rowLoop(&b, x.Rhs.(*nkl.Each), test)
				v := types.NewVar(test.Op.Name, types.Bool)
				b.Let(v, holds)
				rest = Replaced(rest, test, v)
			} else {
				b.Again(x, x.Bind, x.Rhs)
			}
		case *nkl.Check:
			b.CheckAgain(x, x.Cond)
			rest = x.Then
		case *nkl.If:
			return b.In(r.choice(x, t, open))
		default:
			return b.In(&nkl.Tuple{Elems: []nkl.Expr{open, b.Name("value", t, x)}})
		}
	}
}

// testOf is the test of what l binds, if it is the first one, little scalar code, and nothing else uses it; or nil.
func (r *rowTest) testOf(l *nkl.Let) *nkl.Prim {
	each, ok := l.Rhs.(*nkl.Each)
	if !ok || r.test != nil || ir.Any(each.Body, func(e nkl.Expr) bool { return anf.IsCheck(e) || e.Form() == nkl.FormLoop }) {
		return nil
	}
	if n := r.Size(each.Body, true); n < 0 || n > maxInlineElement {
		return nil
	}
	return OnlyTest(l.Bind, l.Body)
}

// OnlyTest is what asks e whether all, or any, of xs hold, if nothing else uses xs; or nil. The same of ints
// combines their bits.
func OnlyTest(xs *nkl.Var, e nkl.Expr) *nkl.Prim {
	if test := OnlyFold(xs, e); test != nil && (test.Op.Code == prim.All || test.Op.Code == prim.Any) && xs.Type.Elem() == types.Bool {
		return test
	}
	return nil
}

// rowLoop adds to b the loop over the first elements of a row, and returns whether they leave it open
// if the test holds, and if not, whether it does.
func rowLoop(b *anf.Block, e *nkl.Each, test *nkl.Prim) (open, holds nkl.Expr) {
	all := test.Op.Code == prim.All
	n := b.Name("length", types.Int, anf.Op(prim.Length, e.Seqs[0]))
	few := b.Name("few", types.Int, anf.Op(prim.Min, n, anf.Integer(growing.MostSerial)))
	first := firstOf(b, e, test, n)
	var end anf.Block
	more := end.Name("open", types.Bool, anf.Op(prim.Lt, few, n))
	undecided := end.In(&nkl.Tuple{Elems: []nkl.Expr{more, anf.Boolean(all)}})
	decided := &nkl.Tuple{Elems: []nkl.Expr{anf.Boolean(false), anf.Boolean(!all)}}
	row := types.NewVar("row", types.Tuple(types.Bool, types.Bool))
	b.Let(row, whether(all, first, TestLoop(e, test, anf.Integer(testedAtOnce), few, undecided, decided), decided))
	return b.Name("open", types.Bool, anf.Part(0, nkl.Use(row))), anf.Part(1, nkl.Use(row))
}

// whether goes on if x says that a test for all, or for any, is not decided.
func whether(all bool, x, onward, decided nkl.Expr) nkl.Expr {
	if all {
		return &nkl.If{Cond: x, Then: onward, Else: decided}
	}
	return &nkl.If{Cond: x, Then: decided, Else: onward}
}

// testedAtOnce is how many elements are tested without a look at whether they decide. Many rows have no more:
// a loop with an end that depends on the row is one that no processor can foresee.
const testedAtOnce = 8

// firstOf is the test of the first elements of a map over n; the last one stands for those that it has not.
func firstOf(b *anf.Block, e *nkl.Each, test *nkl.Prim, n nkl.Expr) nkl.Expr {
	none := anf.Boolean(test.Op.Code == prim.All)
	k, acc := types.NewVar("k", types.Int), types.NewVar("acc", types.Bool)
	var body anf.Block
	last := b.Name("last", types.Int, anf.Op(prim.Sub, n, anf.Integer(1)))
	some := b.Name("some", types.Bool, anf.Op(prim.Ge, last, anf.Integer(0)))
	holds := elementOf(&body, e, body.Name("i", types.Int, anf.Op(prim.Min, nkl.Use(k), last)))
	both := body.Name("acc", types.Bool, anf.Op(anf.Combining[test.Op.Code], nkl.Use(acc), holds))
	next := body.Name("next", types.Int, anf.Op(prim.Add, nkl.Use(k), anf.Integer(1)))
	loop := anf.CountedAt(test.P, []*nkl.Var{k, acc}, []nkl.Expr{anf.Integer(0), none}, anf.Integer(testedAtOnce),
		body.In(&nkl.Recur{Args: []nkl.Expr{next, both}}), nkl.Use(acc))
	return b.Name("first", types.Bool, &nkl.If{Cond: some, Then: loop, Else: none})
}

// TestLoop is a loop that tests whether all, or any, of the elements of a map hold, from one element on up to another
// one, n: it is decided by the first of them that says so, and undecided behind the last one.
func TestLoop(e *nkl.Each, test *nkl.Prim, from, n, undecided, decided nkl.Expr) nkl.Expr {
	i := types.NewVar("i", types.Int)
	var body, again anf.Block
	holds := elementOf(&body, e, nkl.Use(i))
	next := again.Name("next", types.Int, anf.Op(prim.Add, nkl.Use(i), anf.Integer(1)))
	onward := again.In(&nkl.Recur{Args: []nkl.Expr{next}})
	return anf.CountedAt(test.P, []*nkl.Var{i}, []nkl.Expr{from}, n, body.In(whether(test.Op.Code == prim.All, holds, onward, decided)), undecided)
}

// elementOf adds to b what computes element i of a map of tests.
func elementOf(b *anf.Block, e *nkl.Each, i nkl.Expr) nkl.Expr {
	x := anf.Element(b, e, i, func(v *nkl.Var) nkl.Expr { return anf.Op(prim.Elt, nkl.Use(v), i) })
	return b.Name("holds", types.Bool, x)
}
