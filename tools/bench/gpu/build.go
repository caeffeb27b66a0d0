package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A program is an executable; names are what it measures, in the order in which
// it prints them.
type program struct {
	names []string
	path  string
	args  []string
}

// programs builds what is compared for an item, in files of its own, as several
// items are built at a time.
func (c *config) programs(dir string, it item) ([]program, error) {
	dir = filepath.Join(dir, it.Name)
	if err := os.Mkdir(dir, 0o777); err != nil {
		return nil, err
	}
	if it.primitive() {
		p, err := c.primitive(dir, it)
		return []program{p}, err
	}
	nesl, err := c.workload(dir, it)
	if err != nil {
		return nil, err
	}
	hand := program{names: []string{byHand}, path: filepath.Join(dir, it.Hand+".hand"), args: c.handArgs(it)}
	return []program{nesl, hand}, c.compile(filepath.Join(c.root, "tools/bench/gpu/cu", it.Hand+".cu"), hand.path)
}

// handArgs is the arguments of programs in CUDA.
func (c *config) handArgs(it item) []string {
	return []string{strconv.Itoa(c.runs), strconv.Itoa(it.Size), strconv.Itoa(it.Layout)}
}

// primitive builds the program around a primitive.
func (c *config) primitive(dir string, it item) (program, error) {
	p := program{names: []string{byNESL, byCopy}, path: filepath.Join(dir, it.Program+".prim"), args: c.handArgs(it)}
	src := filepath.Join(dir, it.Program+".cu")
	nesl := filepath.Join(c.root, "tools/bench/gpu/nesl", it.Program+".nesl")
	if err := command(c.nessiec, "-target=cuda", "-O2", "-entry=run", "-o", src, nesl); err != nil {
		return p, err
	}
	flags := []string{"-DNES_NO_MAIN", "-D" + strings.ToUpper(it.Program), fmt.Sprintf("-DPROGRAM=\"%s\"", src)}
	if c.cub && !c.simulate {
		p.names, flags = append(p.names, byCUB), append(flags, "-DWITH_CUB")
	}
	return p, c.compile(filepath.Join(c.root, "tools/bench/gpu/cu/primitive.cu"), p.path, flags...)
}

// workload builds the NESL program of a workload for its size and layout, which
// are constants at the top level.
func (c *config) workload(dir string, it item) (program, error) {
	p := program{names: []string{byNESL}, path: filepath.Join(dir, it.Name), args: []string{fmt.Sprintf("-bench=%d:result", c.runs)}}
	text, err := os.ReadFile(filepath.Join(c.root, "examples/bench", it.Program+".nesl"))
	if err != nil {
		return p, err
	}
	src := string(text)
	for name, x := range map[string]int{"size": it.Size, "layout": it.Layout} {
		src = regexp.MustCompile(`(?m)^`+name+` = \d+;$`).ReplaceAllString(src, fmt.Sprintf("%s = %d;", name, x))
	}
	file := p.path + ".nesl"
	if err := os.WriteFile(file, []byte(src), 0o666); err != nil {
		return p, err
	}
	if err := command(c.nessiec, "-target=cuda", "-O2", "-o", p.path+".cu", file); err != nil {
		return p, err
	}
	return p, c.compile(p.path+".cu", p.path)
}

// compile compiles CUDA; a warning is an error. What is simulated is not measured, and not optimised.
func (c *config) compile(src, exe string, flags ...string) error {
	include := []string{"-I", filepath.Join(c.root, "tools/bench/c"), "-I", filepath.Join(c.root, "backends/cuda/runtime/cpu")}
	if c.simulate {
		args := append([]string{"-std=c++17", "-O0", "-ffp-contract=off", "-DNES_CUDA_CPU"}, append(flags, include...)...)
		return command("g++", append(args, "-x", "c++", "-o", exe, src, "-pthread", "-lm")...)
	}
	args := append([]string{"-std=c++17", "-O3", "-arch=" + c.arch, "-Xcompiler", "-pthread"}, append(flags, include...)...)
	return command("nvcc", append(args, "-o", exe, src)...)
}

// allExamples compiles every example, runs it, and compares its output.
func (c *config) allExamples(dir string, fail func(name string, err error)) {
	files, err := filepath.Glob(filepath.Join(c.root, "examples", "*.nesl"))
	if err != nil || len(files) == 0 {
		fail("examples", fmt.Errorf("there are none in %s", c.root))
	}
	files = slices.DeleteFunc(files, func(file string) bool { return !c.only.MatchString(exampleName(file)) })
	for i, err := range c.atOnce(len(files), func(i int) error { return c.example(dir, files[i]) }) {
		if err != nil {
			fail("example "+exampleName(files[i]), err)
		}
	}
	fmt.Fprintf(os.Stderr, "gpu: %d examples\n", len(files))
}

func exampleName(file string) string { return strings.TrimSuffix(filepath.Base(file), ".nesl") }

// checkers are the tools of compute-sanitizer that -sanitize runs.
var checkers = []string{"memcheck", "racecheck", "synccheck"}

func (c *config) example(dir, file string) error {
	name := exampleName(file)
	exe := filepath.Join(dir, "example-"+name)
	if err := command(c.nessiec, "-target=cuda", "-o", exe+".cu", file); err != nil {
		return err
	}
	var strict []string
	if !c.simulate {
		strict = []string{"-Werror", "all-warnings"}
	}
	if err := c.compile(exe+".cu", exe, strict...); err != nil {
		return err
	}
	want, err := os.ReadFile(filepath.Join(c.root, "examples", "testdata", name+".out"))
	if err != nil {
		return err
	}
	got, err := exec.Command(exe).Output()
	if err != nil {
		return err
	}
	if err := sameText(string(got), string(want)); err != nil || !c.sanitize || c.simulate {
		return err
	}
	for _, tool := range checkers {
		if err := command("compute-sanitizer", "--tool", tool, "--error-exitcode", "9", exe); err != nil {
			return err
		}
	}
	return nil
}

// command runs a command that says nothing unless it fails.
func command(name string, args ...string) error {
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%.4000s", name, err, out)
	}
	return nil
}
