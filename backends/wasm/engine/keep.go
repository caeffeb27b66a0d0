//go:build !js

package engine

// Code that is kept for later runs, in directories that wazero writes.

import (
	"context"
	"runtime/debug"

	"github.com/tetratelabs/wazero"
)

// worthKeeping is the bytes of a module from which its code is kept: smaller ones are
// compiled in less than 10 ms, and to write their code takes more than a tenth of that.
const worthKeeping = 1 << 14

// kept is the cache with what earlier runs have compiled of a module; nil if there is none.
func (o Options) kept(code []byte) *Cache {
	version := compilerVersion()
	if o.Keep == nil || version == "" || len(code) < worthKeeping {
		return nil
	}
	dir, keep := o.Keep(version, string(code))
	if dir == "" {
		return nil
	}
	c, err := wazero.NewCompilationCacheWithDir(dir)
	if err != nil { // the directory is gone
		return nil
	}
	return &Cache{c, keep}
}

// compile compiles a module. wazero fails if it cannot write the code, but has it when it is
// asked again.
func (x *instance) compile(ctx context.Context, code []byte) (wazero.CompiledModule, error) {
	c, err := x.runtime.CompileModule(ctx, code)
	if err != nil && x.kept != nil {
		return x.runtime.CompileModule(ctx, code)
	}
	return c, err
}

// compilerVersion is that of wazero; "" if this build does not know it, as those of tests.
var compilerVersion = func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, d := range info.Deps {
		if d.Path == "github.com/tetratelabs/wazero" {
			return d.Version
		}
	}
	return ""
}
