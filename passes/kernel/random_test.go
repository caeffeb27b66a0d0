package kernel_test

// Random programs through all passes of flat and kernel, executed after each.
// They read vectors in range only and have one check at most, so every pass
// must keep the output and the error.

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/levels"
)

func TestRandom(t *testing.T) {
	ps := table(t)
	for seed := range uint64(400) {
		m := (&gen{r: rand.New(rand.NewPCG(seed, 7))}).module()
		m.Complete()
		for _, level := range []int{0, 2} {
			o := pass.DefaultOptions()
			o.OptLevel = level
			in := driver.Input{Args: []string{"[3, -1, 4, 1, -5, 9, 2, 6]", fmt.Sprint(seed % 5)}}
			if seed%4 == 0 {
				in.Args[0] = "[]"
			}
			d := driver.Driver{Passes: ps, Levels: levels.All(), ExecCheck: &driver.ExecSpec{Inputs: []driver.Input{in}}}
			start := driver.Program{Lang: ps[0].From, Module: m}
			if err := ps[0].From.Verify(m); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, m)
			}
			if _, err := d.Run(pass.NewCtx(o), start, len(ps)); err != nil {
				t.Fatalf("seed %d -O%d: %v\n%s", seed, level, err, m)
			}
		}
	}
}

var ints = types.Vec(types.Int)

// gen makes a program of steps; every step may use what the ones before made.
type gen struct {
	r       *rand.Rand
	scalars []fkl.Expr
	vecs    []sized
	sds     []*fkl.Var
	checked bool
	depth   int
}

// sized is a vector with an atom that is its length.
type sized struct{ v, n fkl.Expr }

func pick[T any](g *gen, xs []T) T { return xs[g.r.IntN(len(xs))] }

func (g *gen) module() *fkl.Module {
	v, k := fkl.NewVar("v", ints), fkl.NewVar("k", types.Int)
	g.scalars = []fkl.Expr{fkl.Use(k), fkl.N(2), fkl.N(-1)}
	var l fkl.Lets
	g.length(&l, fkl.Use(v))
	body := g.block(&l, 3+g.r.IntN(9))
	return &fkl.Module{
		Funcs: []*fkl.Func{{
			Name: "main", Params: []*fkl.Var{v, k}, Results: []*types.Type{ints, types.Int, ints}, Body: body,
		}},
		Actions: []*program.Action{
			{Kind: program.Read, Type: types.Seq(types.Int), Result: "v"},
			{Kind: program.Read, Type: types.Int, Result: "k"},
			{Kind: program.Eval, Name: "it", Fn: "main", Args: []string{"v", "k"},
				Type: types.Tuple(types.Seq(types.Int), types.Int, types.Seq(types.Int))},
		},
	}
}

// block appends steps and ends in a vector, an int and a vector.
func (g *gen) block(l *fkl.Lets, steps int) fkl.Expr {
	for range steps {
		g.step(l)
	}
	return l.In(fkl.Results(pick(g, g.vecs).v, pick(g, g.scalars), g.vecs[len(g.vecs)-1].v))
}

func (g *gen) length(l *fkl.Lets, v fkl.Expr) {
	g.vecs = append(g.vecs, sized{v, l.Bind("n", types.Int, &fkl.Length{Vec: v})})
}

func (g *gen) vector(l *fkl.Lets, rhs fkl.Expr) { g.length(l, l.Bind("w", ints, rhs)) }

func (g *gen) step(l *fkl.Lets) {
	x := pick(g, g.vecs)
	switch g.r.IntN(13) {
	case 0, 1, 2:
		i := fkl.NewVar("i", types.Int)
		var b fkl.Lets
		g.vector(l, &fkl.Map{N: x.n, Idx: i, Body: b.In(g.element(&b, fkl.Use(i), x.n, nil))})
	case 3:
		g.scalars = append(g.scalars, l.Bind("r", types.Int, &fkl.Reduce{Op: g.rop(), Vec: x.v}))
	case 4:
		g.vector(l, &fkl.Scan{Op: g.rop(), Vec: x.v})
	case 5, 6:
		g.filter(l, x)
	case 7:
		g.descriptor(l, x)
	case 8, 9:
		g.segmented(l)
	case 10:
		g.scatter(l, x)
	case 11:
		g.conditional(l)
	case 12:
		one := l.Bind("sd", types.Sd, &fkl.SdRegular{Count: fkl.N(1), Len: x.n})
		g.vector(l, &fkl.Rank{Down: g.r.IntN(2) == 0, Sd: one, Keys: x.v})
	}
}

func (g *gen) rop() prim.Rop { return pick(g, []prim.Rop{prim.RAdd, prim.RMax, prim.RMin, prim.RXor}) }

// element is element code for index i below n; seg is the segment, if any.
func (g *gen) element(b *fkl.Lets, i, n, seg fkl.Expr) fkl.Expr {
	pool := append([]fkl.Expr{i}, g.scalars...)
	if seg != nil {
		pool = append(pool, seg)
	}
	for range 1 + g.r.IntN(4) {
		switch g.r.IntN(4) {
		case 0:
			pool = append(pool, g.readIn(b, pick(g, g.vecs), pick(g, pool)))
		case 1:
			pool = append(pool, g.readIn(b, pick(g, g.vecs), i))
		default:
			op := pick(g, []prim.Code{prim.Add, prim.Sub, prim.Mul, prim.Max, prim.Min, prim.Xor})
			pool = append(pool, b.Bind("e", types.Int, fkl.Apply(op, pick(g, pool), pick(g, pool))))
		}
	}
	if !g.checked && g.r.IntN(6) == 0 {
		g.checked = true
		c := b.Bind("c", types.Bool, fkl.Apply(prim.Ne, pick(g, pool), fkl.N(3)))
		b.Wrap(func(then fkl.Expr) fkl.Expr {
			return &fkl.Check{Node: ir.At(ir.MakePos(0, 1, 1)), Cond: c, Error: "three", Then: then}
		})
	}
	return fkl.Results(pool[len(pool)-1])
}

// readIn is element j of x, or 7 where there is none.
func (g *gen) readIn(b *fkl.Lets, x sized, j fkl.Expr) fkl.Expr {
	lo := b.Bind("c", types.Bool, fkl.Apply(prim.Ge, j, fkl.N(0)))
	hi := b.Bind("c", types.Bool, fkl.Apply(prim.Lt, j, x.n))
	in := b.Bind("c", types.Bool, fkl.Apply(prim.And, lo, hi))
	y := fkl.NewVar("y", types.Int)
	then := &fkl.Let{Binds: []*fkl.Var{y}, Rhs: fkl.Get(x.v, j), Body: fkl.Results(fkl.Use(y))}
	return b.Bind("x", types.Int, &fkl.If{Cond: in, Then: then, Else: fkl.Results(fkl.N(7))})
}

func (g *gen) filter(l *fkl.Lets, x sized) {
	i := fkl.NewVar("i", types.Int)
	var b fkl.Lets
	e := b.Bind("x", types.Int, fkl.Get(x.v, fkl.Use(i)))
	c := b.Bind("c", types.Bool, fkl.Apply(pick(g, []prim.Code{prim.Gt, prim.Lt, prim.Ne}), e, pick(g, g.scalars)))
	flags := l.Bind("f", types.Vec(types.Bool), &fkl.Map{N: x.n, Idx: i, Body: b.In(fkl.Results(c))})
	if g.r.IntN(2) == 0 {
		p, ranks := fkl.NewVar("p", ints), fkl.NewVar("r", ints)
		l.Set([]*fkl.Var{p, ranks}, &fkl.Pack{Loose: g.r.IntN(3) == 0, Flags: flags, Vecs: []fkl.Expr{x.v}})
		g.length(l, fkl.Use(p))
		g.length(l, fkl.Use(ranks))
		return
	}
	p, q, ranks := fkl.NewVar("p", ints), fkl.NewVar("q", ints), fkl.NewVar("r", ints)
	l.Set([]*fkl.Var{p, q, ranks}, &fkl.Split{Flags: flags, Vecs: []fkl.Expr{x.v}})
	g.length(l, fkl.Use(p))
	g.length(l, fkl.Use(q))
	g.length(l, fkl.Use(ranks))
}

// descriptor makes one with segments of up to three elements, or equal ones.
func (g *gen) descriptor(l *fkl.Lets, x sized) {
	sd := fkl.NewVar("sd", types.Sd)
	if g.r.IntN(3) == 0 {
		l.Set([]*fkl.Var{sd}, &fkl.SdRegular{Count: x.n, Len: fkl.N(int64(g.r.IntN(3)))})
	} else {
		i := fkl.NewVar("i", types.Int)
		var b fkl.Lets
		e := b.Bind("x", types.Int, fkl.Get(x.v, fkl.Use(i)))
		e = b.Bind("l", types.Int, fkl.Apply(prim.And, e, fkl.N(3)))
		lens := l.Bind("lens", ints, &fkl.Map{N: x.n, Idx: i, Body: b.In(fkl.Results(e))})
		l.Set([]*fkl.Var{sd}, &fkl.SdMake{Lens: lens})
	}
	g.sds = append(g.sds, sd)
}

func (g *gen) segmented(l *fkl.Lets) {
	if len(g.sds) == 0 {
		return
	}
	sd := fkl.Use(pick(g, g.sds))
	s, p := fkl.NewVar("s", types.Int), fkl.NewVar("p", types.Int)
	var b fkl.Lets
	st := l.Bind("st", ints, &fkl.SdStarts{Sd: sd})
	o := b.Bind("o", types.Int, fkl.Get(st, fkl.Use(s)))
	total := l.Bind("t", types.Int, &fkl.SdTotal{Sd: sd})
	data := l.Bind("w", ints, &fkl.SegMap{N: total, Sd: sd, Seg: s, Idx: p, Body: b.In(g.element(&b, fkl.Use(p), total, o))})
	g.vecs = append(g.vecs, sized{data, total})
	switch g.r.IntN(5) {
	case 0:
		g.vector(l, &fkl.SegReduce{Op: g.rop(), Sd: sd, Vec: data})
	case 1:
		g.vector(l, &fkl.SegScan{Op: g.rop(), Sd: sd, Vec: data})
	case 2:
		g.vector(l, &fkl.Rank{Sd: sd, Keys: data})
	case 3:
		g.vector(l, &fkl.SdLens{Sd: sd})
	}
}

func (g *gen) scatter(l *fkl.Lets, x sized) {
	into := pick(g, g.vecs)
	g.vector(l, &fkl.Scatter{Op: prim.RMax, Into: into.v, Idx: x.v, Vals: pickSize(g, x)})
}

// pickSize is a vector as long as x.
func pickSize(g *gen, x sized) fkl.Expr {
	for _, y := range g.vecs {
		if y.n == x.n && g.r.IntN(2) == 0 {
			return y.v
		}
	}
	return x.v
}

// conditional is an If, or a Loop of a few rounds, of blocks.
func (g *gen) conditional(l *fkl.Lets) {
	if g.depth == 2 {
		return
	}
	g.depth++
	branch := func(extra ...fkl.Expr) fkl.Expr {
		vecs, scalars, sds := g.vecs, g.scalars, g.sds
		g.scalars = append(g.scalars[:len(scalars):len(scalars)], extra...)
		g.vecs, g.sds = g.vecs[:len(vecs):len(vecs)], g.sds[:len(sds):len(sds)]
		var b fkl.Lets
		out := g.block(&b, 1+g.r.IntN(3))
		g.vecs, g.scalars, g.sds = vecs, scalars, sds
		return out
	}
	var rhs fkl.Expr
	if g.r.IntN(2) == 0 {
		c := l.Bind("c", types.Bool, fkl.Apply(prim.Gt, pick(g, g.scalars), pick(g, g.scalars)))
		rhs = &fkl.If{Cond: c, Then: branch(), Else: branch()}
	} else {
		i, v := fkl.NewVar("i", types.Int), fkl.NewVar("a", ints)
		x := pick(g, g.vecs)
		var b fkl.Lets
		more := b.Bind("c", types.Bool, fkl.Apply(prim.Lt, fkl.Use(i), fkl.N(2)))
		g.vecs = append(g.vecs, sized{fkl.Use(v), b.Bind("n", types.Int, &fkl.Length{Vec: fkl.Use(v)})})
		var r fkl.Lets
		ws := []*fkl.Var{fkl.NewVar("w", ints), fkl.NewVar("r", types.Int), fkl.NewVar("w", ints)}
		r.Set(ws, &fkl.If{Cond: more, Then: branch(fkl.Use(i)), Else: branch()})
		next := r.Bind("j", types.Int, fkl.Apply(prim.Add, fkl.Use(i), fkl.N(1)))
		again := r.In(&fkl.Recur{Args: []fkl.Expr{next, fkl.Use(ws[0])}})
		g.vecs = g.vecs[:len(g.vecs)-1]
		rhs = &fkl.Loop{Binds: []*fkl.Var{i, v}, Inits: []fkl.Expr{fkl.N(0), x.v},
			Body: b.In(&fkl.If{Cond: more, Then: again, Else: fkl.Results(fkl.Use(v), fkl.Use(i), fkl.Use(v))})}
	}
	g.depth--
	vs := []*fkl.Var{fkl.NewVar("w", ints), fkl.NewVar("r", types.Int), fkl.NewVar("w", ints)}
	l.Set(vs, rhs)
	g.scalars = append(g.scalars, fkl.Use(vs[1]))
	g.length(l, fkl.Use(vs[0]))
	g.length(l, fkl.Use(vs[2]))
}
