package main

// The rows of the tables: what an instruction becomes.

import (
	"fmt"
	"strings"

	"nessiec/grammar"
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/ir/vcode"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	vcodepasses "nessiec/passes/vcode"
)

// printed is what [lcu §7] has for an instruction, in combinators; nothing where it has none.
func printed(op vcode.Opcode) string {
	switch op {
	case vcode.OpPermute, vcode.OpBPermute, vcode.OpBFPermute, vcode.OpReplace, vcode.OpExtract, vcode.OpRand:
		return "1"
	case vcode.OpDPermute, vcode.OpPack:
		return "2"
	}
	switch op.Of().Class {
	case vcode.Elementwise, vcode.Scanning, vcode.Reducing:
		return "1"
	}
	return ""
}

// A form of operands: a name for it, and the types that it gives to operands of a general
// type.
type shape struct {
	name string
	of   func(*types.Type) *types.Type
}

var shapes = []shape{
	{"one segment", func(t *types.Type) *types.Type {
		if t == types.Sd {
			return vcode.OneSegment
		}
		return t
	}},
	{"several", func(t *types.Type) *types.Type { return t }},
}

// kernels is what the instruction op becomes, alone in a function whose parameters are its operands: the
// combinators of each kernel.
func kernels(op vcode.Opcode, typ *types.Type, s shape, unsafe bool) ([][]string, error) {
	of := op.Of()
	f := &vcode.Func{Name: "F"}
	apply := &vcode.Apply{Op: op, Type: typ}
	for i, g := range of.ArgTypes(typ) {
		ty := s.of(g)
		if ty == vcode.OneSegment || s.name == "one segment" && perSegment(op, i) {
			ty = s.of(types.Sd)
			if g != types.Sd {
				ty = g.Elem() // one element for one segment
			}
		}
		v := types.NewVar("x", ty)
		f.Params, f.Takes = append(f.Params, v), append(f.Takes, ty)
		apply.Args = append(apply.Args, &vcode.Ref{Var: v})
	}
	let, ret := &vcode.Let{Rhs: apply}, &vcode.Ret{}
	for _, r := range of.ResultTypes(typ, f.Takes) {
		v := types.NewVar("y", r)
		let.Binds, ret.Vals, f.Yields = append(let.Binds, v), append(ret.Vals, &vcode.Ref{Var: v}), append(f.Yields, r)
	}
	let.Body = ret
	f.Body, f.Inputs, f.Outputs = let, len(f.Takes), len(f.Yields)

	o := pass.DefaultOptions()
	o.Target, o.Unsafe = "cuda", unsafe
	c := pass.NewCtx(o)
	start := &vcode.Func{Name: "MAIN", Body: &vcode.Ret{}}
	m := vcodepasses.ExpandInstructions(c, &vcode.Module{Funcs: []*vcode.Func{start, f}})
	p := driver.Program{Lang: grammar.FlatUnzipped.Language, Module: &fkl.Module{Funcs: m.Funcs[1:2]}}
	d := &driver.Driver{Passes: front(), SelfTest: true}
	p.Next = d.Start(p.Lang)
	p, err := d.Run(c, p, d.Reach(grammar.KernelRefit.Language))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", of.Name, err)
	}
	return runs(p.Module.(*lcu.Module)), nil
}

// front is the passes of VCODE.
func front() []pass.Pass {
	for _, f := range passes.Fronts() {
		if f.Name == "vcode" {
			return f.Table()
		}
	}
	panic("there is no front vcode")
}

// perSegment reports whether operand i has one element for each segment.
func perSegment(op vcode.Opcode, i int) bool {
	switch op {
	case vcode.OpDist:
		return i == 0
	case vcode.OpIndex:
		return i < 2
	case vcode.OpExtract, vcode.OpReplace:
		return i == 1 || i == 2 && op == vcode.OpReplace
	}
	return false
}

// runs is the combinators of every kernel that the host runs.
func runs(m *lcu.Module) (all [][]string) {
	of := map[string][]string{}
	for _, k := range m.Kernels {
		ir.Walk(k.Body, func(e lcu.Expr) bool {
			if e.Form() >= lcu.FormOnce {
				of[k.Name] = append(of[k.Name], lcu.Schema[e.Form()].Name)
			}
			return true
		})
	}
	for _, f := range m.Funcs {
		ir.Walk(f.Body, func(e lcu.Expr) bool {
			if r, ok := e.(*lcu.Run); ok {
				all = append(all, of[r.Kernel])
			}
			return true
		})
	}
	return all
}

// row is the row of an instruction.
func row(op vcode.Opcode) (string, error) {
	of := op.Of()
	var typ *types.Type
	if words := strings.Fields(of.Types); len(words) > 0 {
		typ = vcode.ParseTypeWord(words[0])
	}
	cells := []string{"`" + of.Name + "`", strings.ReplaceAll(of.Types, " ", ", "), signature(of)}
	for _, s := range shapes {
		ks, err := kernels(op, typ, s, false)
		if err != nil {
			return "", err
		}
		if s.name == "several" && !strings.Contains(of.Args, "s") {
			cells = append(cells, "")
			continue
		}
		cells = append(cells, say(ks))
	}
	ks, err := kernels(op, typ, shapes[0], true)
	cells = append(cells, fmt.Sprint(len(ks)), printed(op))
	return "| " + strings.Join(cells, " | ") + " |\n", err
}

// say is kernels as text: how many, and what each is made of.
func say(ks [][]string) string {
	if len(ks) == 0 {
		return "on the host"
	}
	var texts []string
	for _, k := range ks {
		texts = append(texts, strings.Join(k, " + "))
	}
	return fmt.Sprintf("%d: %s", len(ks), strings.Join(texts, ", "))
}

// signature is the operands and results of an instruction.
func signature(of *vcode.Op) string {
	return strings.TrimSpace(strings.Join(strings.Split(of.Args, ""), " ") + " → " + strings.Join(strings.Split(strings.ReplaceAll(of.Results, "1", ""), ""), " "))
}
