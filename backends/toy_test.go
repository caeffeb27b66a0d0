package backends_test

// A whole backend, as docs/backends.md shows it: what a new one has to say, and no more.
// Its code is the text of the program, which runs on the simulator.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nessiec/backends"
	"nessiec/backends/ref/interp"
	refkir "nessiec/backends/ref/kir"
	"nessiec/grammar"
	neslparser "nessiec/grammar/nesl"
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/ir/value"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

// Its target has few chunks, no lanes, no barriers.
var tiny = target.Add(&target.Target{Name: "tiny", Devices: []target.Desc{
	{Name: "tiny", Local: 1, Chunks: 2, Grain: 16, Warp: 1, TileRows: 1, TileCols: 4, TileBytes: 1024}}})

// toy is its row.
var toy = backends.Backend{
	Target: tiny,
	Doc:    "the text of device programs, run on the simulator",
	Input:  grammar.DeviceLegal,
	Passes: []pass.Pass{pass.New("number-kernels", "kernels are called by their numbers",
		grammar.DeviceLegal, grammar.DeviceLegal, numberKernels)},
	Emit:      emitText,
	Suffix:    ".kir",
	Run:       simulate,
	Available: func() error { return nil },
}

// numberKernels calls kernels by their numbers.
func numberKernels(_ *pass.Ctx, m *kir.Module) *kir.Module {
	out, name := *m, map[string]string{}
	out.Kernels = nil
	for i, k := range m.Kernels {
		g := *k
		g.Name = "k_" + strconv.Itoa(i)
		name[k.Name] = g.Name
		out.Kernels = append(out.Kernels, &g)
	}
	var launches func(kir.Expr) kir.Expr
	launches = func(e kir.Expr) kir.Expr {
		if l, ok := e.(*kir.Launch); ok {
			g := *l
			g.Kernel = name[l.Kernel]
			return &g
		}
		return e.MapBodies(launches)
	}
	return out.MapBodies(launches)
}

// emitText writes the program in the notation of the language.
func emitText(_ *pass.Ctx, m *kir.Module, _ []string) []backends.File {
	return []backends.File{{Name: "program.kir", Text: m.String()}}
}

// simulate runs the program on the reference interpreter.
func simulate(_ pass.Options, m *kir.Module, _ backends.Execution) (backends.Runner, error) {
	return func(o pass.Options, w *interp.World, in []value.Value, emit func(interp.Result)) (interp.Counters, *interp.Error) {
		x, failed := refkir.Run(m, o.Num(), w, refkir.Options{}, in, emit)
		return x.Cost, failed
	}, nil
}

// TestToy compiles a program for it, as the command does for others, and runs it.
func TestToy(t *testing.T) {
	o := pass.DefaultOptions()
	if err := o.Set("-target=tiny"); err != nil {
		t.Fatal(err)
	}
	c := pass.NewCtx(o)
	src := neslparser.Parse(0, "sum({x * x : x in index(100) | rem(x, 2) == 0});", c.Diags)
	d := &driver.Driver{Passes: slices.Concat(passes.Table(), toy.Passes)}
	p, err := d.Run(c, driver.Program{Lang: grammar.NeslParsed.Language, Module: src}, len(d.Passes))
	if err != nil {
		t.Fatal(err, c.Diags)
	}
	m := p.Module.(*kir.Module)
	if lacks := toy.Can.Lacks(kir.Needs(m)); len(lacks) > 0 {
		t.Errorf("lowered to what the target lacks: %v", lacks)
	}
	if text := toy.Emit(c, m, nil)[0].Text; !strings.Contains(text, "(kernel k_0 1 ") || !strings.Contains(text, " k_0 2 ") {
		t.Errorf("emitted\n%s", text)
	}
	run, err := toy.Run(o, m, backends.Execution{})
	if err != nil {
		t.Fatal(err)
	}
	var results []string
	counters, failed := run(o, interp.NewWorld(), nil, func(r interp.Result) { results = append(results, fmt.Sprint(r.Value)) })
	if failed != nil || len(results) != 1 || results[0] != "161700" {
		t.Errorf("results %v, failed %v", results, failed)
	}
	if counters.Kernels == 0 {
		t.Error("no kernel ran")
	}
}

// TestLacks compares what programs need with what targets can.
func TestLacks(t *testing.T) {
	wide := target.Capabilities{Lanes: 8}
	shared := target.Capabilities{Groups: true, Chains: true}
	for _, c := range []struct {
		can, needs target.Capabilities
		lacks      int
	}{
		{target.OpenCL.Can, wide, 0}, {target.OpenCL.Can, shared, 1}, {target.CUDA.Can, wide, 1}, {target.CUDA.Can, shared, 0},
		{target.Wasm.Can, shared, 2}, {target.Ref.Can, wide, 0}, {tiny.Can, wide, 1}, {tiny.Can, target.Capabilities{}, 0},
	} {
		if lacks := c.can.Lacks(c.needs); len(lacks) != c.lacks || c.can.Covers(c.needs) != (c.lacks == 0) {
			t.Errorf("%+v lacks %q of %+v", c.can, lacks, c.needs)
		}
	}
}
