package passes_test

// Every pass of the table has golden cases, executed before and after.

import (
	"testing"

	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/passes/passtest"
	"nessiec/tools/levels"
)

func TestTable(t *testing.T) {
	for _, f := range passes.Fronts() {
		if err := pass.CheckTable(f.Table()); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
}

// The trunk is tested once, with the first front.
func TestGolden(t *testing.T) {
	var all []pass.Pass
	for i, f := range passes.Fronts() {
		ps := f.Table()
		if i > 0 {
			ps = f.Rows
		}
		all = append(all, ps...)
		passtest.Table(t, &driver.Driver{Passes: ps, Levels: levels.All()}, "testdata")
	}
	passtest.Orphans(t, all, "testdata")
}
