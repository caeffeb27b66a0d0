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
	if err := pass.CheckTable(passes.Table()); err != nil {
		t.Fatal(err)
	}
}

func TestGolden(t *testing.T) {
	passtest.Table(t, &driver.Driver{Passes: passes.Table(), Levels: levels.All()}, "testdata")
}
