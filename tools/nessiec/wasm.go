package main

// -target=wasm: programs run in this process; -o writes the module.

import (
	"errors"
	"strings"

	"nessiec/backends/wasm/emit"
	"nessiec/backends/wasm/engine"
	"nessiec/ir/kir"
	"nessiec/passes/driver"
	"nessiec/tools/levels"
)

// runModule runs a program as WebAssembly, or writes the module if there is -o.
func (c *command) runModule(p driver.Program) error {
	m := p.Module.(*kir.Module)
	if c.out != "" {
		return c.writeModule(m)
	}
	run, err := levels.Wasm(m, c.opts, engine.Options{Memory: int64(c.memory), Prefix: true})
	switch {
	case errors.Is(err, engine.ErrUnsupported):
		return environment("%v", err)
	case err != nil:
		return reject("%v", err)
	}
	return c.executeBy(run, p)
}

// writeModule writes a module: as text if the name ends in .wat.
func (c *command) writeModule(m *kir.Module) error {
	prog, err := emit.Emit(m, levels.NumOf(c.opts))
	if err != nil {
		return reject("%v", err)
	}
	data := prog.Bytes()
	if strings.HasSuffix(c.out, ".wat") {
		data = []byte(prog.Text())
	}
	return installed(writeFile(c.out, data, 0o666), c.out)
}
