package nested_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	eval "nessiec/backends/ref/nkl"
	gnesl "nessiec/grammar/nesl"
	"nessiec/ir/nkl"
	"nessiec/ir/program"
	"nessiec/ir/value"
	"nessiec/passes/driver"
	"nessiec/passes/front"
	"nessiec/passes/pass"
)

func elaborate(src string) (*nkl.Module, *pass.Ctx) {
	c := pass.NewCtx(pass.DefaultOptions())
	m := gnesl.Parse(0, src, c.Diags)
	if c.Diags.HasErrors() {
		return nil, c
	}
	r := front.ResolveNames(c, m)
	if c.Diags.HasErrors() {
		return nil, c
	}
	out := front.InferTypes(c, front.CompilePatterns(c, front.ExpandSugar(c, r)))
	if c.Diags.HasErrors() {
		return nil, c
	}
	return out, c
}

func exec(m *nkl.Module, g eval.Guard) (string, eval.Outcome) {
	var b strings.Builder
	limit := 100
	emit := func(r interp.Result) {
		switch r.Action.Kind {
		case program.Say:
			b.WriteString(r.Action.TypeText + "\n")
		case program.PrintLength:
			limit = r.Action.N
		case program.Eval:
			if r.Action.Name != "" {
				b.WriteString(r.Action.Name + " = " + value.Printer{Limit: limit}.Text(r.Value, r.Action.Type) + " : " + r.Action.TypeText + "\n")
			}
		}
	}
	w := &interp.World{Stdin: strings.NewReader(""), Stdout: &b, Files: interp.MemFiles{}}
	o := eval.Eval(m, eval.Options{World: w, Guard: g, Emit: emit, MaxWork: 50_000_000}, nil)
	if o.Err != nil {
		b.WriteString(o.Err.Error() + " " + o.Err.Pos.String() + "\n")
	}
	return b.String(), o
}

func TestZZConformance(t *testing.T) {
	f, err := os.Open("/work/shared/conformance/nesl.jsonl")
	if err != nil {
		t.Skip()
	}
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<24)
	passes := table()
	bad := 0
	n, rejected := 0, 0
	for sc.Scan() {
		var c struct {
			ID, In, Kind, Out string
			Defs              []string
		}
		json.Unmarshal(sc.Bytes(), &c)
		if c.Kind == "reject" {
			continue
		}
		if want := os.Getenv("CASE"); want != "" && c.ID != want {
			continue
		}
		src := ""
		for _, d := range append(c.Defs, c.In) {
			src += d + ";\n"
		}
		n++
		m, ctx := elaborate(src)
		if m == nil {
			rejected++
			if os.Getenv("V") != "" {
				t.Logf("%s rejected: %s %v", c.ID, src, ctx.Diags.Sorted()[0].Message)
			}
			continue
		}
		before, _ := exec(m, eval.Raise)
		d := &driver.Driver{Passes: passes, SelfTest: os.Getenv("CASE") != ""}
		p := driver.Program{Lang: passes[0].From, Module: m}
		mid, err := d.Run(pass.NewCtx(pass.DefaultOptions()), p, 9)
		if err != nil {
			bad++
			t.Errorf("%s: %v\n%s\n%s", c.ID, err, src, m)
			continue
		}
		after, _ := exec(mid.Module.(*nkl.Module), eval.Assert)
		out, err := d.Run(pass.NewCtx(pass.DefaultOptions()), mid, len(passes))
		if err != nil {
			bad++
			t.Errorf("%s: %v\n%s\n%s", c.ID, err, src, m)
			continue
		}
		last, _ := exec(out.Module.(*nkl.Module), eval.Total)
		if os.Getenv("CASE") != "" {
			t.Logf("%s\n----\n%s", m, out.Module)
		}
		if before != after || before != last {
			bad++
			t.Errorf("%s: %s\nbefore %s\nafter %s\nlast %s\nwant %s", c.ID, src, before, after, last, c.Out)
		}
		if bad > 8 {
			t.Fatal("too many")
		}
	}
	t.Logf("%d cases, %d rejected", n, rejected)
}
