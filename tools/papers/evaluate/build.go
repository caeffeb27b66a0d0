package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"nessiec/tools/bench/turn"
)

// Variants of a benchmark, as the page names them.
const (
	wide     = "64-bit floats"
	narrow   = "32-bit floats"
	oneC     = "C, one thread"
	parallel = "C, all processors"
)

// A variant is one of the programs that are compared.
type variant struct {
	turn.Program
	failed string // why it was not built
}

// compiled builds the NESL program of a benchmark for a size, with these flags.
func (c *config) compiled(dir, name string, b benchmark, size int, flags ...string) variant {
	v := variant{Program: turn.Program{Name: name, Args: turn.Bench}}
	src, err := os.ReadFile(c.path(b.Program, ".nesl"))
	if err != nil {
		return variant{v.Program, err.Error()}
	}
	v.Path = filepath.Join(dir, fmt.Sprintf("%s-%d-%s", b.Name, size, plain(name)))
	file := v.Path + ".nesl"
	if err = os.WriteFile(file, []byte(turn.Set(string(src), map[string]int{"size": size})), 0o666); err == nil && c.target != "wasm" {
		args := append([]string{"-target=" + c.target, "-O2", "-build", "-o", v.Path}, flags...)
		err = turn.Command(c.nessiec, append(args, file)...)
	}
	if err != nil {
		v.failed = turn.Reason(err)
	}
	if c.target == "wasm" {
		v.Path, v.Args = c.nessiec, func(runs int) []string {
			return append(append(turn.Bench(runs), "-target=wasm", "-threads=1", "-O2"), append(flags, file)...)
		}
	}
	return v
}

// plain is a name that files may have.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(name))
}

// byHand builds the program in C of a benchmark, once.
func (c *config) byHand(dir, name string, b benchmark, size int) variant {
	v := variant{Program: turn.Program{Name: name, Path: filepath.Join(dir, b.Hand+"-"+plain(name)), Args: func(runs int) []string {
		return []string{strconv.Itoa(runs), strconv.Itoa(size)}
	}}}
	if _, err := os.Stat(v.Path); err == nil {
		return v
	}
	option := "-Wno-unknown-pragmas"
	if name == parallel {
		option = "-fopenmp"
	}
	if err := turn.Command("gcc", "-O3", "-march=native", option, "-I", filepath.Join(c.root, "tools", "bench", "c"), "-o", v.Path, c.path(b.Hand, ".c"), "-lm"); err != nil {
		v.failed = err.Error()
	}
	return v
}
