// Package published reads λcu as the papers write it [lcu §5]:
//
//	kernel dot (xs : [float], ys : [float]) -> float {
//	  let ps = MAP { i => xs[i] * ys[i] using xs, ys } (#xs)
//	  let s = REDUCE { i => ps[i] using ps } (fadd) (#ps)
//	  ret s
//	}
//	function main (xs : [float], ys : [float]) { let s = run dot(xs, ys) in (s) }
//
// What comes out is a module of package lcu, which prints in the form of this compiler.
// Differences of the notations, and what becomes of each:
//
//   - Element code is an expression here; it becomes lets of primitives.
//
//   - A thunk lists what it captures behind using. That is checked, and not kept.
//
//   - The length of an array becomes a parameter of its own, which the host passes:
//     iteration sizes are known to whoever runs a kernel.
//
//   - main is the entry: its arguments are read, and its results written.
//
//   - The arrays that PERMUTE writes to are parameters, too, which the host makes of zeros.
//
//   - A kernel of several combinators becomes as many kernels, which the host runs one
//     after another. Fusion makes one of them again where that can be done.
//
//     lex.go      words
//     parse.go    kernels
//     soac.go     combinators
//     permute.go  PERMUTE
//     host.go     host code
//     element.go  element code
package published

import (
	"fmt"
	"strings"

	"nessiec/ir/lcu"
	"nessiec/ir/program"
	"nessiec/ir/types"
)

// Is reports whether src is in this notation: its first word is that of a declaration,
// where dumps have a parenthesis.
func Is(src string) bool {
	w := newReader(src).next.text
	return w == "kernel" || w == "function"
}

// Parse reads a program. Errors say the line.
func Parse(src string) (m *lcu.Module, err error) {
	p := newReader(src)
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(mistake)
			if !ok {
				panic(r)
			}
			m, err = nil, fmt.Errorf("%d: %s", e.line, e.text)
		}
	}()
	for p.next.text != "" {
		switch p.take() {
		case "kernel":
			p.kernel()
		case "function":
			p.function()
		default:
			p.fail("expected kernel or function")
		}
	}
	p.entry()
	return p.module, nil
}

// entry makes main what the program runs.
func (p *reader) entry() {
	for _, f := range p.module.Funcs {
		if f.Name != "main" {
			continue
		}
		var args []string
		for i, v := range f.Params {
			name := fmt.Sprintf("arg.%d", i+1)
			args = append(args, name)
			p.module.Actions = append(p.module.Actions, &program.Action{Kind: program.Read, Name: v.Name, TypeText: "", Type: source(v.Type), Result: name, N: i})
		}
		result := types.Tuple(sources(f.Results)...)
		if len(f.Results) == 1 {
			result = source(f.Results[0])
		}
		p.module.Actions = append(p.module.Actions, &program.Action{Kind: program.Eval, Name: "it", TypeText: "...", Type: result, Result: "it", Fn: f.Name, Args: args})
	}
}

// source is the type of the values that are read and written for t.
func source(t *types.Type) *types.Type {
	if t.Kind == types.KVec {
		return types.Seq(t.Elem())
	}
	return t
}

func sources(ts []*types.Type) (out []*types.Type) {
	for _, t := range ts {
		out = append(out, source(t))
	}
	return out
}

// A mistake is an error in the text.
type mistake struct {
	line int
	text string
}

func (p *reader) fail(format string, args ...any) {
	panic(mistake{p.next.line, fmt.Sprintf(format, args...) + p.found()})
}

func (p *reader) found() string {
	if p.next.text == "" {
		return ", found the end"
	}
	return ", found " + strings.TrimSpace(p.next.text)
}
