package session

import (
	"encoding/json"
	"fmt"
	"strings"

	"nessiec/backends"
	"nessiec/backends/cuda"
	"nessiec/backends/opencl"
	"nessiec/backends/wasm/emit"
	"nessiec/ir/kir"
	"nessiec/passes/driver/view"
)

// An Explanation is what becomes of a program.
type Explanation struct {
	Marks     []Mark          // with errors, there is no more
	View      json.RawMessage `json:",omitempty"` // a column for every pass that changed something (package view)
	Generated string          `json:",omitempty"` // the last column: what is emitted
}

// Explain compiles a program for wasm, opencl or cuda and keeps what it is after every
// pass. An error is one of the compiler.
func Explain(src, target string) (Explanation, error) {
	b, err := backend(target)
	if err != nil {
		return Explanation{}, err
	}
	c := begin(src, target)
	if b != nil {
		c.Passes = append(c.Passes, b.Passes...)
	}
	c.Notes, c.LineInfo = true, true
	page := view.New(c.at, c.files)
	c.Observe = append(c.Observe, page.Observe)
	ok, err := c.through(len(c.Passes))
	e := Explanation{Marks: c.marks()}
	if !ok || err != nil {
		return e, err
	}
	if e.View, err = page.JSON(c.Stats()); err != nil {
		return e, err
	}
	m := c.at.Module.(*kir.Module)
	if b != nil {
		e.Generated = mainFile(b.Emit(c.Ctx, m, c.Driver.Files), b.Suffix)
		return e, nil
	}
	p, err := emit.Emit(m, c.Options.Num())
	if err == nil {
		e.Generated = p.Text()
	}
	return e, err
}

// backend is that of a target, nil for wasm, which this package emits itself.
func backend(target string) (*backends.Backend, error) {
	switch target {
	case "wasm":
		return nil, nil
	case "opencl":
		return &opencl.Backend, nil
	case "cuda":
		return &cuda.Backend, nil
	}
	return nil, fmt.Errorf("there is no target %s", target)
}

// mainFile is the main file of those that were generated.
func mainFile(files []backends.File, suffix string) string {
	for _, f := range files {
		if strings.HasSuffix(f.Name, suffix) {
			return f.Text
		}
	}
	return files[0].Text
}
