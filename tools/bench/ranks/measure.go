package main

// Programs compiled for OpenCL: time without ranks and on one, memory of each rank.

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
)

// An expression is measured so often in each of so many runs of a program, which take turns
// with those of others.
const (
	times  = 5
	rounds = 3
)

// built compiles a program, for ranks or not.
func (p program) built(nessiec, dir string, n int, ranks bool) (string, error) {
	src, err := p.text(n, "0") // what is printed is whole on each rank
	if err != nil {
		return "", err
	}
	file, exe := filepath.Join(dir, p.name+".nesl"), filepath.Join(dir, p.name+strconv.FormatBool(ranks))
	if err := os.WriteFile(file, []byte(src), 0o666); err != nil {
		return "", err
	}
	args := []string{"-target=opencl", "-O2", "-build", "-o", exe}
	if ranks {
		args = append(args, "-ranks")
	}
	_, err = output(nessiec, append(args, file)...)
	return exe, err
}

// output is all that a command prints.
func output(name string, args ...string) (string, error) {
	var b bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = &b, &b
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", name, err, b.String())
	}
	return b.String(), nil
}

// found is the number that a pattern finds in a text.
func found(text, pattern string) (float64, error) {
	m := regexp.MustCompile(pattern).FindStringSubmatch(text)
	if m == nil {
		return 0, fmt.Errorf("no %s in\n%s", pattern, text)
	}
	return strconv.ParseFloat(m[1], 64)
}

// seconds is the shortest time of the program in one run.
func seconds(exe string) (float64, error) {
	out, err := output(exe, fmt.Sprintf("-bench=%d:result", times))
	if err != nil {
		return 0, err
	}
	return found(out, `bench result runs \d+ min ([\d.]+)`)
}

// resident is the memory of the rank of so many that has most, in MB.
func resident(exe string, ranks int) (float64, error) {
	out, err := output("mpirun", "-q", "--allow-run-as-root", "--oversubscribe", "-n", strconv.Itoa(ranks), exe, "-bare", "-stats")
	if err != nil {
		return 0, err
	}
	bytes, err := found(out, `stat resident (\d+)`)
	return bytes / (1 << 20), err
}

// allowed is the memory of a rank of so many at most, in MB, given that of one rank.
func allowed(one float64, ranks int) float64 { return 1.3*one/float64(ranks) + 64 }

// printMeasured prints, for each program, the time of one rank as a factor of that of the
// program without ranks, and the memory of ranks.
func printMeasured(w io.Writer, nessiec string, scale float64) error {
	dir, err := os.MkdirTemp("", "ranks-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fmt.Fprintf(w, "\n%-10s %9s %10s %10s %6s %10s %10s %10s %10s\n", "measured", "elements", "plain ms", "1 rank ms", "factor", "1: MB", "2: MB", "2: allowed", "4: MB")
	for _, p := range programs {
		n := sized(p.timed, scale)
		if err := p.measure(w, nessiec, dir, n); err != nil {
			return err
		}
	}
	return nil
}

func (p program) measure(w io.Writer, nessiec, dir string, n int) error {
	plain, err := p.built(nessiec, dir, n, false)
	if err != nil {
		return err
	}
	exe, err := p.built(nessiec, dir, n, true)
	if err != nil {
		return err
	}
	least := [2]float64{math.Inf(1), math.Inf(1)}
	for range rounds {
		for i, e := range []string{plain, exe} {
			s, err := seconds(e)
			if err != nil {
				return err
			}
			least[i] = min(least[i], s)
		}
	}
	var mb [3]float64
	for i := range mb {
		if mb[i], err = resident(exe, 1<<i); err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "%-10s %9d %10.2f %10.2f %6.2f %10.0f %10.0f %10.0f %10.0f\n", p.name, n, 1e3*least[0], 1e3*least[1], least[1]/least[0], mb[0], mb[1], allowed(mb[0], 2), mb[2])
	return nil
}
