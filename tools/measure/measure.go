// Package measure reads and prints what programs take: nessiec bench.
package measure

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"nessiec/backends/ref/interp"
	"nessiec/ir/program"
	"nessiec/ir/value"
	"nessiec/tools/session"
)

// A Measurement is what an expression takes, in seconds. Elements are the scalars in the
// sequences of its result, Bytes what these take in memory.
type Measurement struct {
	Expr                   string
	Min, Median, Max, Cold float64
	Runs, Elements, Bytes  int
}

// Read reads what programs say of the expressions that -bench measures, in their order; results are
// all that the program computes, with numbers of these widths.
func Read(benches []session.Bench, said string, results []interp.Result, num value.Num) ([]Measurement, error) {
	var out []Measurement
	for line := range strings.Lines(said) {
		rest, ok := strings.CutPrefix(line, "bench it ")
		if !ok || len(out) == len(benches) {
			continue
		}
		m := Measurement{Expr: benches[len(out)].Text}
		if _, err := fmt.Sscanf(rest, "runs %d min %g median %g max %g cold %g", &m.Runs, &m.Min, &m.Median, &m.Max, &m.Cold); err != nil && !strings.HasPrefix(rest, "is not run again") {
			return nil, fmt.Errorf("unexpected %q", line)
		}
		out = append(out, m)
	}
	if len(out) != len(benches) {
		return nil, fmt.Errorf("%d of %d expressions were measured", len(out), len(benches))
	}
	results = slices.DeleteFunc(results, func(r interp.Result) bool { return r.Action.Kind != program.Eval || r.Action.Name != "it" })
	for i := range out {
		if i < len(results) {
			out[i].Elements, out[i].Bytes = size(results[i].Value, num)
		}
	}
	return out, nil
}

// size is how many scalars there are in the sequences of a value, and the bytes of these
// and of the lengths of sequences in sequences.
func size(v value.Value, num value.Num) (elements, bytes int) {
	add := func(n, b int) { elements, bytes = elements+n, bytes+b }
	switch v := v.(type) {
	case value.Tuple:
		for _, x := range v {
			add(size(x, num))
		}
	case value.Ints:
		add(len(v), len(v)*num.IntBits()/8)
	case value.Floats:
		add(len(v), len(v)*num.FloatBits()/8)
	case value.Bools, value.Chars:
		n := v.(value.Seq).Len()
		add(n, n)
	case *value.Rows:
		for _, column := range v.Cols {
			add(size(column, num))
		}
	case value.Values:
		for _, x := range v {
			add(size(x, num))
		}
		add(0, len(v)*num.IntBits()/8)
	}
	return elements, bytes
}

// Table prints Measurements and, unless against is "", their ratio to old ones of the same expressions,
// which were taken against that.
func Table(out io.Writer, now, old []Measurement, against string) {
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', tabwriter.AlignRight)
	head := "median ms\t+/- %\tcold ms\telements/s\tbytes/s\t"
	if against != "" {
		head += "/ " + against + "\t"
	}
	fmt.Fprintln(w, head+" ")
	for _, m := range now {
		if m.Runs == 0 {
			fmt.Fprintf(w, "-\t-\t-\t-\t-\t%s %s: it has effects, such as rand, so it is not run again; what it needs can be a value of the program: v = ..; %% bench: f(v) %%\n", strings.Repeat("-\t", min(1, len(against))), m.Expr)
			continue
		}
		rate := func(n int) string {
			if n == 0 {
				return "-"
			}
			return fmt.Sprintf("%.3g", float64(n)/m.Median)
		}
		fmt.Fprintf(w, "%.3f\t%.0f\t%.3f\t%s\t%s\t", m.Median*1e3, 50*(m.Max-m.Min)/m.Median, m.Cold*1e3, rate(m.Elements), rate(m.Bytes))
		if against != "" {
			i := slices.IndexFunc(old, func(o Measurement) bool { return o.Expr == m.Expr && o.Runs > 0 })
			if i < 0 {
				fmt.Fprint(w, "-\t")
			} else {
				fmt.Fprintf(w, "%.2f\t", m.Median/old[i].Median)
			}
		}
		fmt.Fprintln(w, " "+m.Expr)
	}
	w.Flush()
}
