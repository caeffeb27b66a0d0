package passes_test

import (
	"slices"
	"testing"

	"nessiec/backends/cuda"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/passes/passtest"
	"nessiec/tools/levels"
)

// The rows continue the trunk, and each has golden cases, executed before and after.
func TestGolden(t *testing.T) {
	if err := pass.CheckTable(slices.Concat(passes.Table(), cuda.Backend.Passes)); err != nil {
		t.Error(err)
	}
	passtest.Table(t, &driver.Driver{Passes: cuda.Backend.Passes, Levels: levels.All()}, "testdata")
	passtest.Orphans(t, cuda.Backend.Passes, "testdata")
}
