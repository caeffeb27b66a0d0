package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// total is the name of all passes together in the table of the compiler.
const total = "total"

// times are milliseconds by pass, verification included, and total. Passes are in
// the order of the pipeline.
type times struct {
	passes []string
	of     map[string]float64
}

// run measures every level and reports it.
func (c config) run(w io.Writer) error {
	if len(c.files) == 0 {
		return fmt.Errorf("there are no programs")
	}
	for _, level := range c.levels {
		best := make([][]times, len(c.compilers)) // by compiler and file
		for i := range best {
			best[i] = make([]times, len(c.files))
		}
		for range c.rounds {
			for k, file := range c.files {
				for i, nessiec := range c.compilers {
					t, err := c.once(nessiec, level, file)
					if err != nil {
						return err
					}
					best[i][k] = best[i][k].least(t)
				}
			}
		}
		c.report(w, level, best)
	}
	return nil
}

// once compiles a program and reads the table of times.
func (c config) once(nessiec, level, file string) (times, error) {
	cmd := exec.Command(nessiec, "-target="+c.target, level, "-time-passes", "-o", os.DevNull, file)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Run(); err != nil {
		return times{}, fmt.Errorf("%v: %w\n%s", cmd.Args, err, errs.String())
	}
	return parse(errs.String())
}

// parse reads a table: number, pass, language, run and verification with their
// units, notes; the last line has no number and no language, and says what has elapsed (that of
// an older build does not): less than the sum, where verification went on beside passes.
func parse(table string) (times, error) {
	t := times{of: map[string]float64{}}
	for _, l := range strings.Split(table, "\n") {
		w := strings.Fields(l)
		if len(w) > 1 && w[0] == total {
			w = append([]string{"", total, ""}, w[1:]...)
		}
		var run, verify float64
		if len(w) < 7 || w[4] != "ms" || w[6] != "ms" {
			continue
		}
		if _, err := fmt.Sscan(w[3]+" "+w[5], &run, &verify); err != nil {
			return t, fmt.Errorf("%s: %w", l, err)
		}
		t.passes = append(t.passes, w[1])
		t.of[w[1]] += run + verify
		if n, _ := fmt.Sscanf(strings.Join(w[7:], " "), "%d%% verification, %f ms elapsed", new(int), &run); n == 2 {
			t.of[w[1]] = run
		}
	}
	if _, ok := t.of[total]; !ok {
		return t, fmt.Errorf("there is no total in\n%s", table)
	}
	return t, nil
}

// least is the lower times of two runs.
func (t times) least(u times) times {
	if t.of == nil {
		return u
	}
	for name, ms := range u.of {
		if old, ok := t.of[name]; !ok || ms < old {
			t.of[name] = ms
		}
	}
	return t
}
