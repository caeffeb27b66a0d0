package main

import (
	"bytes"
	"fmt"
	"math"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"nessiec/ir/value"
)

// A result is the medians, in seconds, of every round of what an item compares.
type result struct {
	Item  item
	Times map[string][]float64
	Bytes float64 // of the input of a primitive
}

// measure lets the programs of an item take turns.
func (c *config) measure(ps []program, it item) (*result, error) {
	r := &result{Item: it, Times: map[string][]float64{}}
	var want float64
	for round := range c.rounds {
		for k := range ps {
			p := ps[(k+round)%len(ps)]
			t, err := p.run()
			if err != nil {
				return nil, err
			}
			for _, name := range p.names {
				r.Times[name] = append(r.Times[name], t.times[name])
			}
			if r.Bytes = t.bytes; round+k == 0 {
				want = t.check
			}
			if it.primitive() && t.check != 1 {
				return nil, fmt.Errorf("the result is wrong")
			}
			if d := math.Abs(t.check - want); !(d <= it.Epsilon*math.Abs(want)) {
				return nil, fmt.Errorf("results differ: %v and %v", t.check, want)
			}
		}
	}
	return r, nil
}

// A turn is what one process measured.
type turn struct {
	times        map[string]float64
	check, bytes float64
}

func (p program) run() (turn, error) {
	cmd := exec.Command(p.path, p.args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return turn{}, fmt.Errorf("%w\n%.4000s", err, errs.String())
	}
	return parse(p.names, errs.String()+out.String())
}

// parse reads the lines bench, one for each of names in this order, bytes, and
// check.
func parse(names []string, text string) (turn, error) {
	t := turn{times: map[string]float64{}, check: math.NaN()}
	found := 0
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		switch {
		case len(words) > 7 && words[0] == "bench" && words[6] == "median" && found < len(names):
			t.times[names[found]] = number(words[7])
			found++
		case len(words) == 2 && words[0] == "bytes":
			t.bytes = number(words[1])
		case len(words) > 2 && words[0] == "check":
			t.check = number(words[2])
		}
	}
	if found < len(names) || math.IsNaN(t.check) {
		return t, fmt.Errorf("no measurement in\n%.4000s", text)
	}
	return t, nil
}

func number(s string) float64 {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

// ratio is the median over the rounds of the time of NESL over that of another.
func (r *result) ratio(other string) float64 {
	var xs []float64
	for i, t := range r.Times[other] {
		xs = append(xs, r.Times[byNESL][i]/t)
	}
	return median(xs)
}

// median of nothing is NaN.
func median(xs []float64) float64 {
	if len(xs) == 0 {
		return math.NaN()
	}
	xs = slices.Sorted(slices.Values(xs))
	return xs[len(xs)/2]
}

// sameText compares outputs of programs, floats by value.
func sameText(got, want string) error {
	if !value.CloseText(got, want, 1e-12) {
		return fmt.Errorf("the output differs:\n%.2000s\nwant\n%.2000s", got, want)
	}
	return nil
}
