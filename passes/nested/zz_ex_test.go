package nested_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	eval "nessiec/backends/ref/nkl"
	"nessiec/ir/nkl"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

func TestZZExamples(t *testing.T) {
	files, _ := filepath.Glob("../../examples/*.nesl")
	if f := os.Getenv("EX"); f != "" {
		files = []string{f}
	}
	passes := table()
	for _, f := range files {
		src, _ := os.ReadFile(f)
		m, ctx := elaborate(string(src))
		if m == nil {
			t.Logf("%s rejected: %v", f, ctx.Diags.Sorted()[0].Message)
			continue
		}
		before, b0 := exec(m, eval.Raise)
		d := &driver.Driver{Passes: passes}
		d.Observe = append(d.Observe, func(r *driver.Row) {})
		start := time.Now()
		out, err := d.Run(pass.NewCtx(pass.DefaultOptions()), driver.Program{Lang: passes[0].From, Module: m}, len(passes))
		if err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		el := time.Since(start)
		last, b1 := exec(out.Module.(*nkl.Module), eval.Total)
		if os.Getenv("EX") != "" {
			t.Logf("%s", out.Module)
		}
		n0, n1 := len(m.String()), len(out.Module.(*nkl.Module).String())
		t.Logf("%s: %v, text %d -> %d, funcs %d -> %d, work %d -> %d, span %d -> %d", filepath.Base(f), el, n0, n1, len(m.Funcs), len(out.Module.(*nkl.Module).Funcs), b0.Cost.Work, b1.Cost.Work, b0.Cost.Span, b1.Cost.Span)
		if before != last {
			t.Errorf("%s: before %s\nafter %s", f, before, last)
		}
	}
}
