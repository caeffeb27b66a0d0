// The formatter against the parser on random trees, and the parser on random
// text.

package nesl

import (
	"math/rand/v2"
	"testing"

	"nessiec/ir/diag"
	"nessiec/ir/nesl"
)

// grow makes random trees of the shapes that the parser returns.
type grow struct{ *rand.Rand }

func (g grow) pick(n int) int { return g.IntN(n) }

func pickOf[T any](g grow, xs ...T) T { return xs[g.pick(len(xs))] }

func (g grow) name() string { return pickOf(g, "a", "b", "x1", "_", "get", "é", "not", "load") }

func (g grow) list(most int, f func() nesl.Expr) []nesl.Expr {
	es := make([]nesl.Expr, 1+g.pick(most))
	for i := range es {
		es[i] = f()
	}
	return es
}

var infixOps = []string{"->", "<-", "^", "*", "/", "||", "+", "-", "++", "==", "/=", "<", ">", "<=", ">=",
	"and", "nand", "or", "nor", "xor"}

// expr makes an expression of a depth.
func (g grow) expr(depth int) nesl.Expr {
	if depth <= 0 {
		return g.atom()
	}
	sub := func() nesl.Expr { return g.expr(depth - 1 - g.pick(2)) }
	switch g.pick(21) {
	case 0, 1, 2, 3:
		return &nesl.Binary{Op: pickOf(g, infixOps...), Left: sub(), Right: sub()}
	case 4, 5:
		return &nesl.Unary{Op: pickOf(g, "-", "#", "@"), Arg: sub()}
	case 6, 7:
		return &nesl.Apply{Fn: g.function(sub), Arg: g.argument(sub)}
	case 8:
		return &nesl.Index{Seq: sub(), At: sub()}
	case 9, 10:
		return &nesl.Pair{Left: sub(), Right: sub()}
	case 11:
		return &nesl.Lambda{Pat: g.pattern(2), Body: sub()}
	case 12:
		return &nesl.If{Cond: sub(), Then: sub(), Else: sub()}
	case 13:
		bind := func() nesl.Expr { return &nesl.Bind{Pat: g.pattern(2), Rhs: sub()} }
		return &nesl.Let{Binds: g.list(3, bind), Body: sub()}
	case 14:
		return &nesl.Seq{Elems: g.list(3, sub)}
	case 15:
		return pickOf[nesl.Expr](g, &nesl.Range{Lo: sub(), Hi: sub()}, &nesl.RangeStep{Lo: sub(), Hi: sub(), Step: sub()})
	case 16:
		return &nesl.Empty{Elem: g.ty(2)}
	case 17:
		return &nesl.Time{Arg: sub()}
	case 18:
		arm := func() nesl.Expr { return &nesl.Arm{Pat: g.armPattern(), Body: sub()} }
		return &nesl.Case{Of: sub(), Arms: g.list(3, arm)}
	}
	return g.each(sub)
}

// function makes what can be applied.
func (g grow) function(sub func() nesl.Expr) nesl.Expr {
	for {
		switch e := sub().(type) {
		case *nesl.Int, *nesl.Float, *nesl.Char, *nesl.Bool, *nesl.String, *nesl.Seq, *nesl.Empty, *nesl.Range, *nesl.RangeStep:
			return &nesl.Id{Name: g.name()}
		default:
			return e
		}
	}
}

func (g grow) argument(sub func() nesl.Expr) nesl.Expr {
	arg := sub()
	if g.pick(4) == 0 {
		return &nesl.Pair{Left: arg, Right: &nesl.Keyword{Name: g.name(), Arg: sub()}}
	}
	return arg
}

func (g grow) each(sub func() nesl.Expr) nesl.Expr {
	gen := func() nesl.Expr {
		return pickOf[nesl.Expr](g, &nesl.Gen{Pat: g.pattern(2), Seq: sub()}, &nesl.GenName{Name: g.name()})
	}
	gens, body := g.list(2, gen), pickOf(g, sub(), nesl.Expr(&nesl.Id{Name: "a"}))
	return pickOf[nesl.Expr](g, &nesl.Each{Gens: gens, Body: body}, &nesl.EachIf{Gens: gens, Cond: sub(), Body: body},
		&nesl.Serial{Gens: gens, Body: body}, &nesl.SerialIf{Gens: gens, Cond: sub(), Body: body})
}

func (g grow) atom() nesl.Expr {
	return pickOf[nesl.Expr](g,
		&nesl.Id{Name: g.name()}, &nesl.Id{Name: g.name()}, &nesl.Int{Val: g.Int64()}, &nesl.Int{Val: 0},
		&nesl.Float{Val: g.ExpFloat64()}, &nesl.Float{Val: 1e99 * g.Float64()}, &nesl.Float{Val: 5},
		&nesl.Bool{Val: g.pick(2) == 0}, &nesl.Char{Val: pickOf[byte](g, 'a', ' ', '`', '"', '%', '\n', 0xE9, '\\')},
		&nesl.String{Val: pickOf(g, "", "a", `"`, `\`, "%", "\n", "üñ;", `\"\`)})
}

func (g grow) pattern(depth int) nesl.Expr {
	switch {
	case depth > 0 && g.pick(3) == 0:
		return &nesl.PatPair{Left: g.pattern(depth - 1), Right: g.pattern(depth - 1)}
	case depth > 0 && g.pick(4) == 0:
		return &nesl.PatData{Con: g.name(), Arg: g.pattern(depth - 1)}
	}
	return &nesl.PatVar{Name: g.name()}
}

func (g grow) armPattern() nesl.Expr {
	return pickOf[nesl.Expr](g, &nesl.PatVar{Name: g.name()}, &nesl.PatData{Con: g.name(), Arg: g.pattern(2)})
}

// sum makes a datatype with alternatives; its parameters have names of their own.
func (g grow) sum() nesl.Expr {
	s := &nesl.Sum{Name: g.name()}
	for _, v := range []string{"a", "b", "x1"}[:g.pick(4)] {
		s.Context = append(s.Context, &nesl.Bound{Var: v, Class: pickOf(g, "any", "number")})
	}
	s.Cons = g.list(3, func() nesl.Expr {
		return &nesl.Constructor{Name: g.name(), Type: pickOf(g, nesl.Expr(&nesl.Untyped{}), g.ty(2))}
	})
	return s
}

func (g grow) ty(depth int) nesl.Expr {
	if depth <= 0 {
		return &nesl.TyName{Name: pickOf(g, "int", "a", "point")}
	}
	sub := func() nesl.Expr { return g.ty(depth - 1 - g.pick(2)) }
	return pickOf[nesl.Expr](g, &nesl.TyPair{Left: sub(), Right: sub()}, &nesl.TyFun{Arg: sub(), Result: sub()},
		&nesl.TySeq{Elem: sub()}, &nesl.TyData{Name: "tree", Args: g.list(3, sub)}, sub())
}

func (g grow) form(depth int) nesl.Expr {
	var bounds []nesl.Expr
	for range g.pick(3) {
		bounds = append(bounds, &nesl.Bound{Var: g.name(), Class: "any"})
	}
	sig := &nesl.Signature{Type: g.ty(3), Context: bounds}
	switch g.pick(9) {
	case 5:
		return g.sum()
	case 0:
		return &nesl.Function{Name: g.name(), Param: g.pattern(2), Sig: sig, Body: g.expr(depth)}
	case 1:
		param := &nesl.PatPair{Left: g.pattern(1), Right: &nesl.PatDefault{Name: "d", Default: g.expr(2)}}
		return &nesl.Function{Name: g.name(), Param: param, Sig: &nesl.Untyped{}, Doc: `"d"`, Body: g.expr(depth)}
	case 2:
		return &nesl.Stub{Name: g.name(), Param: g.pattern(2), Sig: sig}
	case 3:
		return &nesl.Datatype{Name: g.name(), Type: g.ty(3), Context: bounds}
	case 4:
		return &nesl.Assign{Pat: g.pattern(3), Rhs: g.expr(depth)}
	}
	return &nesl.Eval{Body: g.expr(depth)}
}

func TestRandomTreesFormatAndParse(t *testing.T) {
	for seed := range uint64(3000) {
		g := grow{rand.New(rand.NewPCG(seed, 1))}
		roundTrip(t, &nesl.Module{Forms: []nesl.Expr{g.form(6), g.form(3)}})
	}
}

// FuzzParse checks that no text makes the parser panic, that a rejected text
// has a diagnostic, and that an accepted one survives formatting.
func FuzzParse(f *testing.F) {
	for _, file := range []string{"testdata/forms.txt", "testdata/mistakes.txt"} {
		for _, c := range readCases(f, file) {
			f.Add(c.in)
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		var d diag.List
		m := Parse(3, src, &d)
		d.String(diag.Files{{}, {}, {}, {Name: "x", Source: src}})
		if !d.HasErrors() {
			roundTrip(t, m)
		}
	})
}
