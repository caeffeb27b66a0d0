package main

// Descriptors: what it costs to make offsets of lengths, and lengths and owners of offsets,
// before kernels are fused, and what is left of that behind fusion.

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nessiec/backends/ref/fkl"
	"nessiec/backends/ref/interp"
	refkir "nessiec/backends/ref/kir"
	"nessiec/grammar"
	flat "nessiec/ir/fkl"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/cost"
)

// A tally is operations, and the elements that they read and write.
type tally struct{ ops, moved int64 }

func (c *tally) add(moved int64) { c.ops, c.moved = c.ops+1, c.moved+moved }

// conversions is what an execution does with descriptors.
type conversions struct {
	regular, irregular int64 // operations on segments of one length, and on others
	all                tally // operations on vectors, before they are kernels
	offsets            tally // those that make offsets: of lengths, of equal segments, of two descriptors
	others             tally // those that make lengths, starts, or the number of its segment for each element
	fused              tally // kernels of the fused program
	only               tally // those that sum lengths to offsets, and do nothing else
	back               tally // those that make lengths of offsets, and do nothing else
}

// conversionsOf counts those of a program: operation by operation, and on a simulated device.
func conversionsOf(src, device string) (c conversions, err error) {
	o := cost.Options(device)
	m, err := cost.Parse(src)
	if err != nil {
		return c, err
	}
	d := &driver.Driver{Passes: passes.Table(), Skip: []string{"join-launches"}}
	at := func(l *grammar.Language, from driver.Program) (driver.Program, error) {
		return d.Run(pass.NewCtx(o), from, d.Reach(l))
	}
	p, err := at(grammar.FlatOffsets.Language, driver.Program{Lang: grammar.NeslParsed.Language, Module: m})
	if err != nil {
		return c, err
	}
	var b bytes.Buffer
	w := &interp.World{Stdin: strings.NewReader(""), Stdout: &b, Files: interp.MemFiles{}, Seed: o.Seed}
	if failed := fkl.Watch(p.Module.(*flat.Module), o.Num(), w, nil, func(interp.Result) {}, c.see); failed != nil {
		return c, fmt.Errorf("%s", failed.Msg)
	}
	if p, err = at(grammar.KernelRefit.Language, p); err != nil {
		return c, err
	}
	sums, differences := descriptorKernels(p.Module.(*lcu.Module))
	if p, err = at(grammar.DeviceManaged.Language, p); err != nil {
		return c, err
	}
	_, err = cost.Simulate(o, p, refkir.Options{Watch: func(kernel string, moved int64) {
		c.fused.add(moved)
		switch name := strings.TrimSuffix(kernel, "_fold"); {
		case sums[name]:
			c.only.add(moved)
		case differences[name]:
			c.back.add(moved)
		}
	}}, nil)
	return c, err
}

// descriptorKernels is the kernels that sum sizes, and those that subtract neighbours of one
// vector, if they do nothing else.
func descriptorKernels(m *lcu.Module) (sums, differences map[string]bool) {
	sums, differences = map[string]bool{}, map[string]bool{}
	for _, k := range m.Kernels {
		let, ok := k.Body.(*lcu.Let)
		if !ok {
			continue
		}
		switch e := let.Rhs.(type) {
		case *lcu.Prefix:
			sums[k.Name] = slices.Equal(e.Ops, []prim.Rop{prim.RSize}) || slices.Equal(e.Ops, []prim.Rop{prim.ROffset})
		case *lcu.Map:
			differences[k.Name] = isDifference(e.T.Body)
		}
	}
	return sums, differences
}

// isDifference reports whether a body subtracts elements of one vector, which is all.
func isDifference(e lcu.Expr) bool {
	var vecs []*types.Var
	subtracts := 0
	for {
		let, ok := e.(*lcu.Let)
		if !ok {
			break
		}
		switch x := let.Rhs.(type) {
		case *lcu.At:
			if r, ok := x.Vec.(*lcu.Ref); ok {
				vecs = append(vecs, r.Var)
			}
		case *lcu.Prim:
			if x.Op == prim.Sub.Prim() {
				subtracts++
			} else if x.Op != prim.Add.Prim() {
				return false
			}
		default:
			return false
		}
		e = let.Body
	}
	return len(vecs) == 2 && vecs[0] == vecs[1] && subtracts == 1
}

// see counts a step.
func (c *conversions) see(s fkl.Step) {
	c.all.add(s.Moved)
	switch e := s.Let.Rhs.(type) {
	case *flat.Offsets:
		c.offsets.add(s.Moved)
	case *flat.Map:
		switch name, made := madeBy(e.Body); {
		case len(s.Let.Binds) > 0 && s.Let.Binds[0].Name == "offs":
			c.offsets.add(s.Moved)
		case made && (name == "len" || name == "start"):
			c.others.add(s.Moved)
		}
	case *flat.SegMap:
		if last, ok := result(e.Body).(*flat.Ret); ok && slices.ContainsFunc(last.Vals, func(v flat.Expr) bool {
			r, ok := v.(*flat.Ref)
			return ok && r.Var == e.Seg
		}) {
			c.others.add(s.Moved)
		}
	}
	if s.Segments > 0 {
		if isRegular(s.Let.Rhs) {
			c.regular++
		} else {
			c.irregular++
		}
	}
}

// result is what the lets of a body end in.
func result(e flat.Expr) flat.Expr {
	for {
		let, ok := e.(*flat.Let)
		if !ok {
			return e
		}
		e = let.Body
	}
}

// madeBy is the name of the last let of a body whose only result that is, if it reads or
// subtracts: as choose-descriptors writes lengths and starts.
func madeBy(e flat.Expr) (name string, ok bool) {
	var last *flat.Let
	for {
		let, is := e.(*flat.Let)
		if !is {
			break
		}
		last, e = let, let.Body
	}
	ret, is := e.(*flat.Ret)
	if last == nil || !is || len(ret.Vals) != 1 {
		return "", false
	}
	r, is := ret.Vals[0].(*flat.Ref)
	if !is || r.Var != last.Binds[0] {
		return "", false
	}
	switch x := last.Rhs.(type) {
	case *flat.At:
		return r.Var.Name, true
	case *flat.Prim:
		return r.Var.Name, x.Op == prim.Sub.Prim()
	}
	return "", false
}

// isRegular reports whether an operation has segments of one length.
func isRegular(e flat.Expr) bool {
	regular := false
	e.Children(func(_ int, x flat.Expr) {
		if r, ok := x.(*flat.Ref); ok && r.Var.Type.Kind == types.KSd {
			regular = true
		}
	})
	return regular
}

// share is part of a whole, in per cent.
func share(part, whole int64) string {
	if whole == 0 {
		return "0"
	}
	return fmt.Sprintf("%.1f", 100*float64(part)/float64(whole))
}

// segmented are the benchmarks that have segments, as large as they can be simulated in
// seconds: at small sizes the least that a kernel moves counts most.
var segmented = []program{
	{name: "quicksort", size: 5000}, {name: "quickhull", size: 10_000}, {name: "barneshut", size: 1000}, {name: "nbody", size: 200},
	{name: "batcher", size: 4096}, {name: "bfs", size: 5000}, {name: "spmv", size: 5000}, {name: "segsum", size: 50_000},
}

// descriptors is the table of conversions: of the benchmarks, and of the examples.
func descriptors(root string) (string, error) {
	var b strings.Builder
	b.WriteString("| program | operations on segments of one length, others | operations: make offsets | elements, % | make lengths, starts, owners | elements, % | " +
		"kernels, fused: only make offsets | elements, % | only make lengths | elements, % |\n|---|---|---|---|---|---|---|---|---|---|\n")
	row := func(name string, c conversions) {
		fmt.Fprintf(&b, "| %s | %d, %d | %d of %d | %s | %d | %s | %d of %d | %s | %d | %s |\n", name, c.regular, c.irregular, c.offsets.ops, c.all.ops,
			share(c.offsets.moved, c.all.moved), c.others.ops, share(c.others.moved, c.all.moved), c.only.ops, c.fused.ops, share(c.only.moved, c.fused.moved), c.back.ops, share(c.back.moved, c.fused.moved))
	}
	for _, p := range segmented {
		src, err := source(root, p)
		if err != nil {
			return "", err
		}
		c, err := conversionsOf(src, "gpu")
		if err != nil {
			return "", fmt.Errorf("%s: %w", p.name, err)
		}
		row(p.name, c)
	}
	files, err := filepath.Glob(filepath.Join(root, "examples", "*.nesl"))
	if err != nil {
		return "", err
	}
	var all conversions
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			return "", err
		}
		c, err := conversionsOf(string(src), "gpu")
		if err != nil {
			return "", fmt.Errorf("%s: %w", f, err)
		}
		all.plus(c)
	}
	row(fmt.Sprintf("%d examples", len(files)), all)
	return b.String(), nil
}

func (c *conversions) plus(d conversions) {
	c.regular, c.irregular = c.regular+d.regular, c.irregular+d.irregular
	for _, x := range [][2]*tally{{&c.all, &d.all}, {&c.offsets, &d.offsets}, {&c.others, &d.others}, {&c.fused, &d.fused}, {&c.only, &d.only}, {&c.back, &d.back}} {
		x[0].ops, x[0].moved = x[0].ops+x[1].ops, x[0].moved+x[1].moved
	}
}
