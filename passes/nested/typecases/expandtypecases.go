// Package typecases has the passes that follow the structure of types: expand-type-cases
// makes a function for each type that a generic primitive is applied to, represent-sums
// replaces values with alternatives by tuples. It imports anf, retype, passes/pass and ir.
package typecases

// Primitives that follow the type of their argument become functions of the
// type at hand.

import (
	"slices"
	"strings"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// ExpandTypeCases removes the Generic primitives. On base types they are
// scalar code; on other types a call of a function made once per type, with
// the structure of the type.
//
//	(prim eql (u v))                      u, v : [int]
//	=> (call eql.ints () (u v))
//	   (func eql.ints () (a:[int] b:[int]) bool
//	     (if (prim eq ((prim length (a)) (prim length (b))))
//	       (prim all ((each (x:int y:int) (a b) (prim eq (x y)))))
//	       false))
//
// The text of numbers and the codes of sequences come from functions of the
// prelude (prelude.Helpers), which monomorphise keeps; those that nothing calls
// go. Functions that make codes have a lifting.
func ExpandTypeCases(_ *pass.Ctx, m *nkl.Module) *nkl.Module {
	t := newTypeCases(m)
	return t.with(m.MapBodies(t.expr)).Reachable()
}

func newTypeCases(m *nkl.Module) *typeCases {
	return &typeCases{m: m, typer: anf.NewTyper(m), names: anf.FunctionNames(m), made: map[caseKey]string{}}
}

// with is m with the functions that were asked for.
func (c *typeCases) with(m *nkl.Module) *nkl.Module {
	if len(c.funcs) == 0 {
		return m
	}
	for i := 0; i < len(c.funcs); i++ { // bodies ask for more functions
		c.fill(c.funcs[i], c.keys[i])
	}
	out := *m
	out.Funcs, out.Liftings = slices.Concat(m.Funcs, c.funcs), slices.Concat(m.Liftings, c.liftings)
	return &out
}

// The prelude functions from numbers to text.
const (
	intString   = "int_string"
	floatString = "float_string"
)

// typeCases holds the functions made so far.
type typeCases struct {
	m        *nkl.Module
	typer    *anf.Typer
	names    *pass.Names
	made     map[caseKey]string
	funcs    []*nkl.Func                 // made, in order of first use; bodies follow
	keys     []caseKey                   // of funcs
	liftings []*nkl.Lifting              // of those that have one
	lambdas  map[*types.Type]*nkl.Lambda // by type; nil until needed
}

// A caseKey is an operation at a type.
type caseKey struct {
	op string
	t  *types.Type
}

func (c *typeCases) expr(e nkl.Expr) nkl.Expr {
	p, ok := e.(*nkl.Prim)
	if !ok || p.Op.Class != prim.Generic {
		return e.MapChildren(c.expr)
	}
	last := c.typer.Of(p.Args[len(p.Args)-1]) // of the example that gives the type
	first := c.typer.Of(p.Args[0])
	args := make([]nkl.Expr, len(p.Args))
	for i, a := range p.Args {
		args[i] = c.expr(a)
	}
	switch p.Op.Code {
	case prim.Identity:
		return before(first, args[0], c.zero(first))
	case prim.ElementIdentity:
		return before(first, args[0], c.zero(first.Elem()))
	case prim.Zero, prim.One:
		return before(first, args[0], number(first, p.Op.Code == prim.One))
	case prim.FloatNum:
		if first == types.Float {
			return args[0]
		}
		return anf.OpAt(p.Pos(), prim.ToFloat, args[0])
	case prim.IntToAny, prim.FloatToAny:
		return c.toAny(first, last, args)
	case prim.ReadObject, prim.WriteObject:
		return &nkl.Call{Node: p.Node, Fn: c.fn(p.Op.Name, first), Args: args}
	}
	return c.at(p.Pos(), p.Op.Code, first, args...)
}

// before evaluates e, of type t, for its effects, and yields result. Variables
// stay in use: what a lambda captures is part of its type.
func before(t *types.Type, e, result nkl.Expr) nkl.Expr {
	if e.Form() != nkl.FormRef && nkl.IsAtom(e) {
		return result
	}
	return &nkl.Let{Bind: types.NewVar("unused", t), Rhs: e, Body: result}
}

// number is 0 or 1 of a number type.
func number(t *types.Type, one bool) nkl.Expr {
	n := int64(0)
	if one {
		n = 1
	}
	if t == types.Float {
		return &nkl.Float{Val: float64(n)}
	}
	return anf.Integer(n)
}

// toAny converts args[0] of type from to the type to of args[1].
func (c *typeCases) toAny(from, to *types.Type, args []nkl.Expr) nkl.Expr {
	convert := func(x nkl.Expr) nkl.Expr {
		switch {
		case from == to:
			return x
		case to == types.Float:
			return anf.Op(prim.ToFloat, x)
		}
		return anf.Op(prim.Round, x)
	}
	var b anf.Block
	x := b.Name("x", from, args[0])
	return b.In(before(to, args[1], convert(x)))
}

// generic has the primitives for any type by those for keys; special is its inverse.
var (
	generic = map[prim.Code]prim.Code{prim.Rank: prim.RankOf, prim.RankDown: prim.RankDownOf, prim.MaxVal: prim.MaxValOf, prim.MinVal: prim.MinValOf}
	special = map[prim.Code]prim.Code{prim.RankOf: prim.Rank, prim.RankDownOf: prim.RankDown, prim.MaxValOf: prim.MaxVal, prim.MinValOf: prim.MinVal}
)

// at applies an operation on values of type t to args.
func (c *typeCases) at(pos ir.Pos, code prim.Code, t *types.Type, args ...nkl.Expr) nkl.Expr {
	switch {
	case code == prim.Eql && t.IsBase():
		return anf.OpAt(pos, prim.Eq, args...)
	case code == prim.HashOf && t == types.Int:
		return args[0]
	case code == prim.HashOf && t == types.Bool:
		return anf.Op(prim.Btoi, args[0])
	case code == prim.HashOf && t == types.Char:
		return anf.Op(prim.CharCode, args[0])
	case (code == prim.RankOf || code == prim.RankDownOf) && isKey(t.Elem()):
		return anf.OpAt(pos, special[code], args...)
	case (code == prim.MaxValOf || code == prim.MinValOf) && isOrdinal(t.Elem()):
		return anf.OpAt(pos, special[code], args...)
	case code == prim.Precedes && isOrdinal(t):
		return anf.OpAt(pos, prim.Lt, args...)
	case isText(code) && t == types.Int:
		return &nkl.Call{Node: ir.At(pos), Fn: intString, Args: args}
	case isText(code) && t == types.Float:
		return &nkl.Call{Node: ir.At(pos), Fn: floatString, Args: args}
	}
	return &nkl.Call{Node: ir.At(pos), Fn: c.fn(code.String(), t), Args: args}
}

// fn is the name of the function for an operation on values of type t.
func (c *typeCases) fn(name string, t *types.Type) string {
	k := caseKey{name, t}
	if f := c.made[k]; f != "" {
		return f
	}
	f := &nkl.Func{Name: anf.InstanceName(c.names, name, []*types.Type{t})}
	c.made[k] = f.Name
	c.funcs, c.keys = append(c.funcs, f), append(c.keys, k)
	return f.Name
}

// fill writes the function for k.
func (c *typeCases) fill(f *nkl.Func, k caseKey) {
	switch k.op {
	case prim.Eql.String():
		a, b := types.NewVar("a", k.t), types.NewVar("b", k.t)
		f.Params, f.Result = []*nkl.Var{a, b}, types.Bool
		f.Body = c.eql(k.t, nkl.Use(a), nkl.Use(b))
	case prim.HashOf.String():
		a := types.NewVar("a", k.t)
		f.Params, f.Result = []*nkl.Var{a}, types.Int
		f.Body = c.hash(k.t, nkl.Use(a))
	case prim.RankOf.String(), prim.RankDownOf.String():
		a := types.NewVar("a", k.t)
		f.Params, f.Result = []*nkl.Var{a}, types.Seq(types.Int)
		f.Body = c.rank(k.t.Elem(), special[prim.Must(k.op).Code], nkl.Use(a))
	case codesOf:
		a := types.NewVar("a", k.t)
		f.Params, f.Result = []*nkl.Var{a}, types.Seq(types.Int)
		f.Body = c.codesBody(k.t.Elem(), nkl.Use(a))
		c.liftings = append(c.liftings, &nkl.Lifting{Fn: f.Name, By: c.fn(allCodesOf, types.Seq(k.t))})
	case allCodesOf:
		a := types.NewVar("a", k.t)
		f.Params, f.Result = []*nkl.Var{a}, types.Seq(types.Seq(types.Int))
		f.Body = c.allCodesBody(k.t.Elem(), nkl.Use(a))
	case prim.MaxVal.String() + pairsOf, prim.MinVal.String() + pairsOf:
		a := types.NewVar("a", k.t)
		f.Params, f.Result = []*nkl.Var{a}, k.t.Elem()
		f.Body = c.extremeByPairs(k.t.Elem(), prim.Must(strings.TrimSuffix(k.op, pairsOf)).Code, nkl.Use(a))
	case prim.MaxValOf.String(), prim.MinValOf.String():
		a := types.NewVar("a", k.t)
		f.Params, f.Result = []*nkl.Var{a}, k.t.Elem()
		f.Body = c.extreme(k.t.Elem(), special[prim.Must(k.op).Code], nkl.Use(a))
	case prim.Precedes.String():
		a, b := types.NewVar("a", k.t), types.NewVar("b", k.t)
		f.Params, f.Result = []*nkl.Var{a, b}, types.Bool
		f.Body = c.precedesBody(k.t, nkl.Use(a), nkl.Use(b))
	case prim.String.String(), prim.Printed.String():
		a := types.NewVar("a", k.t)
		f.Params, f.Result = []*nkl.Var{a}, types.String
		f.Body = c.text(prim.Must(k.op).Code, k.t, nkl.Use(a))
	default:
		c.fillObject(f, k)
	}
}

// lambda is a lambda whose values have type t, or nil if none is made.
func (c *typeCases) lambda(t *types.Type) *nkl.Lambda {
	if c.lambdas == nil {
		c.lambdas = map[*types.Type]*nkl.Lambda{}
		c.m.EachBody(func(e nkl.Expr) {
			ir.Walk(e, func(e nkl.Expr) bool {
				if l, ok := e.(*nkl.Lambda); ok {
					if t := c.typer.Of(l).Tagged(); c.lambdas[t] == nil {
						c.lambdas[t] = l
					}
				}
				return true
			})
		})
	}
	return c.lambdas[t.Tagged()]
}
