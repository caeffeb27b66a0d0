package main

import (
	"strings"
	"testing"

	"nessiec/grammar"
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/passes"
	"nessiec/passes/pass"
	"nessiec/tools/fuzz/gen"
)

// Random programs contain loops that become update blocks, and such that do not, and
// recursive scalar code under maps.
func TestUpdatesOccur(t *testing.T) {
	mk := gen.NewMaker(grammar.NestedElaborated.Language)
	blocks, loops, stacks := 0, 0, 0
	for seed := range uint64(200) {
		c := pass.NewCtx(pass.DefaultOptions())
		m := any(mk.Seeded(seed).Module)
		for _, p := range passes.Table() {
			if p.From.Family != grammar.NKL {
				continue
			}
			if p.Name == "prelift-functions" {
				break
			}
			m = p.Run(c, m)
		}
		for _, f := range m.(*nkl.Module).Funcs {
			if strings.HasSuffix(f.Name, ".stack") {
				stacks++
			}
		}
		m.(*nkl.Module).EachBody(func(e nkl.Expr) {
			ir.Walk(e, func(e nkl.Expr) bool {
				switch e.(type) {
				case *nkl.Update:
					blocks++
					return false
				case *nkl.Loop:
					loops++
				}
				return true
			})
		})
	}
	if blocks < 5 || loops < 5 || stacks < 5 {
		t.Errorf("%d blocks, %d other loops, %d machines in 200 programs", blocks, loops, stacks)
	}
}
