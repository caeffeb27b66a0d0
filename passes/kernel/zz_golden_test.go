package kernel_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	reffkl "nessiec/backends/ref/fkl"
	"nessiec/backends/ref/interp"
	reflcu "nessiec/backends/ref/lcu"
	"nessiec/grammar"
	"nessiec/ir/fkl"
	"nessiec/ir/lcu"
	"nessiec/ir/program"
	"nessiec/ir/value"
	"nessiec/passes/driver"
	"nessiec/passes/flat"
	"nessiec/passes/kernel"
	"nessiec/passes/pass"
	"nessiec/passes/passtest"
)

func level[M any](f *grammar.Family, actions func(M) []*program.Action, run func(M, value.Num, *interp.World, []value.Value, func(interp.Result)) (interp.Counters, *interp.Error)) driver.Level {
	return driver.NewLevel(f, func(o pass.Options, m M, in driver.Input) driver.Outcome {
		num := value.Num{Int64: o.IntBits == 64, Float32: o.FloatBits == 32}
		var inputs []value.Value
		for _, a := range actions(m) {
			if a.Kind == program.Read {
				v, err := value.NewReader("input", []byte(in.Args[len(inputs)]), num).Value(a.Type)
				if err != nil {
					return driver.Outcome{Error: err.Error()}
				}
				inputs = append(inputs, v)
			}
		}
		var out bytes.Buffer
		w := &interp.World{Stdin: strings.NewReader(in.Stdin), Stdout: &out, Files: interp.MemFiles{}, Seed: o.Seed}
		c, failed := run(m, num, w, inputs, func(r interp.Result) {
			if a := r.Action; a.Kind == program.Eval && a.Name != "" {
				fmt.Fprintf(&out, "%s = %s : %s\n", a.Name, value.Printer{Num: num, Limit: 100}.Text(r.Value, a.Type), a.TypeText)
			}
		})
		r := driver.Outcome{Output: out.String(), Cost: []driver.Counter{
			{Name: "work", N: c.Work}, {Name: "span", N: c.Span}, {Name: "kernels", N: c.Kernels}, {Name: "arrays", N: c.Arrays},
			{Name: "reads", N: c.Reads}, {Name: "writes", N: c.Writes}, {Name: "copies", N: c.Copies}, {Name: "peak", N: c.Peak},
			{Name: "transfers", N: c.HostTransfer}}}
		if failed != nil {
			r.Error, r.ErrorPos = failed.Error(), failed.Pos
		}
		return r
	})
}

var passes = []pass.Pass{
	pass.New("unzip-tuples", "make one variable of every component of a tuple", grammar.FlatStructured, grammar.FlatUnzipped, flat.UnzipTuples),
	pass.New("choose-descriptors", "make every descriptor the vector of its offsets", grammar.FlatUnzipped, grammar.FlatOffsets, flat.ChooseDescriptors),
	pass.New("simplify-fkl", "remove what is computed twice, for nothing, or already known", grammar.FlatOffsets, grammar.FlatOffsets, flat.SimplifyFKL, pass.Opts{Optional: true, Level: 1}),
	pass.New("select-combinators", "make every vector operation a SOAC", grammar.FlatOffsets, grammar.KernelSoacs, kernel.SelectCombinators),
	pass.New("inline-producers", "copy cheap maps into the thunks that read them", grammar.KernelSoacs, grammar.KernelSoacs, kernel.InlineProducers, pass.Opts{Optional: true}),
	pass.New("outline-kernels", "make every SOAC a kernel that host code runs", grammar.KernelSoacs, grammar.KernelOutlined, kernel.OutlineKernels),
	pass.New("decompose-filters", "make filters scans and permutations", grammar.KernelOutlined, grammar.KernelDecomposed, kernel.DecomposeFilters),
}

var levels = []driver.Level{
	level(grammar.FKL, func(m *fkl.Module) []*program.Action { return m.Actions }, reffkl.Run),
	level(grammar.LCU, func(m *lcu.Module) []*program.Action { return m.Actions }, reflcu.Run),
}

func TestGolden(t *testing.T) {
	dir := t.TempDir()
	abs, _ := filepath.Abs("../testdata")
	for _, p := range passes {
		_ = os.Symlink(filepath.Join(abs, p.Name), filepath.Join(dir, p.Name))
	}
	passtest.Table(t, &driver.Driver{Passes: passes, Levels: levels}, dir)
}
