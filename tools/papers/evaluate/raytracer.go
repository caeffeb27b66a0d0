package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"nessiec/tools/bench/turn"
)

// A Tracer is the times of the ray tracer [harlan §7.4]: a scene of 100 spheres, half of
// them scaled and then moved, the others moved and then scaled.
type Tracer struct {
	Size   int // rows and columns of the picture
	Sorted float64
	Mixed  float64 // the two kinds alternate; milliseconds
	Failed string
}

// tracer measures the ray tracer, with the two scenes in turns.
func (c *config) tracer(dir string) (t Tracer) {
	t.Size = max(8, int(float64(512)*min(1, c.scale*4)))
	file := filepath.Join(c.root, "tools", "papers", "evaluate", "programs", "raytracer.kfc")
	command := []string{filepath.Join(dir, "raytracer")}
	if c.target == "wasm" {
		command = []string{c.nessiec, "run", "-target=wasm", "-O2", file}
	} else if err := turn.Command(c.nessiec, "-target="+c.target, "-O2", "-build", "-o", command[0], file); err != nil {
		t.Failed = turn.Reason(err)
		return t
	}
	var times [2][]float64
	for range c.rounds {
		for mixed := range times {
			out, err := exec.Command(command[0], append(command[1:len(command):len(command)], strconv.Itoa(t.Size), strconv.Itoa(mixed), strconv.Itoa(min(c.runs, 5)))...).Output()
			if err != nil {
				t.Failed = turn.Reason(err)
				return t
			}
			ms, err := traced(string(out))
			if err != nil {
				t.Failed = err.Error()
				return t
			}
			times[mixed] = append(times[mixed], ms)
		}
	}
	t.Sorted, t.Mixed = turn.Median(times[0]), turn.Median(times[1])
	return t
}

// traced is the median time that the program prints, in milliseconds.
func traced(out string) (float64, error) {
	var times []float64
	for line := range strings.Lines(out) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == "run" {
			ns, err := strconv.ParseFloat(words[1], 64)
			if err != nil {
				return 0, err
			}
			times = append(times, ns/1e6)
		}
	}
	if len(times) == 0 {
		return 0, fmt.Errorf("no times in %q", out)
	}
	return turn.Median(times), nil
}
