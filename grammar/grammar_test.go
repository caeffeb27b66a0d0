package grammar_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"nessiec/grammar"
	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/toy"
	"nessiec/ir/types"
)

var (
	fam = grammar.NewFamily("toy", grammar.Ops[*toy.Module, toy.Expr]{Schema: toy.Schema, Parse: toy.Parse, Show: toy.Show,
		EachType: toy.EachType, EachPrim: toy.EachPrim})
	atom  = grammar.Sort{"atom", ir.Forms(toy.FormRef, toy.FormInt)}
	short = grammar.Property("short", "at most one function", func(m *toy.Module) error {
		if len(m.Funcs) > 1 {
			return fmt.Errorf("%d functions", len(m.Funcs))
		}
		return nil
	})
	first = grammar.Base[*toy.Module](fam, "toy.first", "everything",
		grammar.Add(toy.FormRef, toy.FormInt, toy.FormLet, toy.FormIf, toy.FormPrim, toy.FormTuple), grammar.RemoveKinds(types.KVec))
	named = first.Extend("toy.named", "operands have names", grammar.Operands(atom), grammar.Establish(short))
	core  = named.Extend("toy.core", "no tuples, ints only",
		grammar.Remove(toy.FormTuple), grammar.Add(toy.FormThunk, toy.FormMap), grammar.RemoveKinds(types.KFloat), grammar.ForbidPrims(prim.Effect),
		grammar.Restrict(toy.FieldIfCond, grammar.AnyForm), grammar.End(short))
)

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		l         *grammar.Language
		src, want string
	}{
		{first.Language, "(func f () () int (prim add ((prim add (1 2)) 2)))", ""},
		{first.Language, "(func f () () int (let x:int (nop) 1))", "toy.first: form nop is not in the language in (nop)"},
		{first.Language, "(func f () () int (nop @0:2:3))", "toy.first: form nop is not in the language @0:2:3 in (nop)"},
		{named.Language, "(func f () () int (prim add ((tuple) 2)))",
			"toy.named: form tuple is not allowed as prim.args in (prim add ((tuple) 2))"},
		{named.Language, "(func f () () int (if (tuple) 1 2))", "toy.named: form tuple is not allowed as if.cond in (if (tuple) 1 2)"},
		{named.Language, "(func f () () int 1)\n(func g () () int 2)", "toy.named: invariant short: 2 functions"},
		{core.Language, "(func f () () int (if (prim lt (1 2)) 1 2))\n(func g () () int 2)", ""},
		{core.Language, "(func f () () int (tuple))", "toy.core: form tuple is not in the language in (tuple)"},
		{core.Language, "(func f (x:[float]) () int 1)", "toy.core: type [float] of a declaration is not in the language"},
		{core.Language, "(func f () () int (let x:<int [float]> 1 1))",
			"toy.core: type <int [float]> is not in the language in (let x:<int [float]> 1 1)"},
		{core.Language, "(func f () () int (prim rand_seed (1)))",
			"toy.core: primitive rand_seed of class effect is not in the language in (prim rand_seed (1))"},
		{core.Language, "(func f () () int (map 1 (thunk () 1) () () x))", "1:45: undefined variable x"},
	} {
		m, err := fam.Parse(c.src)
		if err == nil {
			err = c.l.Verify(m)
		}
		if got := fmt.Sprint(err); got != c.want && (err != nil || c.want != "") {
			t.Errorf("%s in %s\n got %s\nwant %s", c.src, c.l.Name, got, c.want)
		}
	}
	if err := first.Verify("text"); err == nil {
		t.Error("a string is accepted as a program")
	}
}

func TestQueries(t *testing.T) {
	if !core.Has(toy.FormMap) || core.Has(toy.FormTuple) || core.HasKind(types.KFloat) || !core.HasKind(types.KInt) ||
		core.HasPrims(prim.Effect) || !core.HasPrims(prim.Scalar) || core.HasInvariant("short") || !named.HasInvariant("short") {
		t.Error("core is not as declared")
	}
	if got := named.Child(toy.FieldPrimArgs); got != atom.Forms {
		t.Errorf("operands of prim: %v", got.List())
	}
	if got := core.Child(toy.FieldIfCond); got != core.Forms() {
		t.Errorf("condition: %v", got.List())
	}
	if grammar.Find([]*grammar.Language{first.Language, core.Language}, "toy.core") != core.Language || grammar.Find(nil, "x") != nil {
		t.Error("Find")
	}
	m, _ := fam.Parse("(func f () () int (tuple 1 2 (tuple)))")
	if n := fam.Count(m); n[toy.FormTuple] != 2 || n[toy.FormInt] != 2 {
		t.Errorf("counted %v", n)
	}
}

func TestWriteDelta(t *testing.T) {
	var b strings.Builder
	for _, l := range []*grammar.Language{named.Language, core.Language} {
		l.WriteDelta(&b)
	}
	const want = `language toy.named extends toy.first -- operands have names
  ~ every operand : atom
  ! short -- at most one function
language toy.core extends toy.named -- no tuples, ints only
  - (tuple elems ...)                                      ; Tuple has a slice as its only field
  + (thunk (params:type ...) body)                         ; Thunk is element code
  + (map n t (others ...) (captures ...) first)            ; Map has a child that must be a Thunk, and captures
  - types float
  - prims effect
  ~ if.cond : any form
  / short
`
	if b.String() != want {
		t.Errorf("got\n%s", b.String())
	}
}

func TestWrongChains(t *testing.T) {
	other := grammar.Property("other", "about text", func(string) error { return errors.New("no") })
	for want, f := range map[string]func(){
		"form tuple is added or removed twice":                      func() { core.Extend("x", "", grammar.Remove(toy.FormTuple)) },
		"form let is added or removed twice":                        func() { core.Extend("x", "", grammar.Add(toy.FormLet)) },
		"kinds of types are added or removed twice":                 func() { core.Extend("x", "", grammar.RemoveKinds(types.KFloat)) },
		"classes of primitives are added or removed twice":          func() { core.Extend("x", "", grammar.AllowPrims(prim.Scalar)) },
		"invariant short is established or ended twice":             func() { core.Extend("x", "", grammar.End(short)) },
		"invariant other is not about programs of type *toy.Module": func() { core.Extend("x", "", grammar.Establish(other)) },
		"no child position {13 9} in family toy":                    func() { core.Extend("x", "", grammar.Restrict(ir.Field{Form: 13, Index: 9}, atom)) },
		"programs of family toy are not of type string":             func() { grammar.Base[string](fam, "x", "") },
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); got != "grammar: x: "+want {
					t.Errorf("got %s, want %s", got, want)
				}
			}()
			f()
		}()
	}
}

// A check allocates a constant number of times, whatever the size of the module.
func TestCheckAllocates(t *testing.T) {
	args := strings.Repeat(" (prim add (1 2))", 2000)
	m, err := fam.Parse("(func f () () int (tuple" + args + "))")
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(5, func() { first.Check(m) }); n > 10 {
		t.Errorf("%v allocations", n)
	}
}
