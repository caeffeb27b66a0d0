package lcu

// Declarations: what a module of this family is made of.

import (
	"nessiec/ir"
	"nessiec/ir/program"
	"nessiec/ir/target"
	"nessiec/ir/types"
)

// Kernel is device code: lets of SOACs ending in Ret. It is closed.
type Kernel struct {
	ir.Decl
	Name    string
	Params  []*Var `ir:"bind"`
	Results []*types.Type
	Body    Expr `ir:"body"`
}

// Func is a host function with any number of results.
type Func struct {
	ir.Decl
	Name    string
	Params  []*Var `ir:"bind"`
	Results []*types.Type
	Body    Expr `ir:"body"`
}

// Module is a whole program.
type Module struct {
	Target  *Target // from lcu.staged on
	Kernels []*Kernel
	Funcs   []*Func
	Actions []*program.Action
}

// Rest is m without the kernels that known has, too.
func (m *Module) Rest(known *Module) *Module {
	out := *m
	out.Kernels = ir.Without(m.Kernels, known.Kernels)
	return &out
}

// Target is the kind of device that plans are made for: a target.Desc.
type Target struct {
	ir.Decl
	Name                                 string
	Local, Chunks, Grain, Warp, Items    int
	Chains, Ranks                        bool
	Lanes, TileRows, TileCols, TileBytes int
	Most                                 int
}

// TargetOf declares a kind of device.
func TargetOf(t target.Desc) *Target {
	return &Target{Name: t.Name, Local: t.Local, Chunks: t.Chunks, Grain: t.Grain, Warp: t.Warp, Items: t.Items, Chains: t.Chains, Ranks: t.Ranks,
		Lanes: t.Lanes, TileRows: t.TileRows, TileCols: t.TileCols, TileBytes: t.TileBytes, Most: t.Most}
}

// Desc is the kind of device.
func (t *Target) Desc() target.Desc {
	return target.Desc{Name: t.Name, Local: t.Local, Chunks: t.Chunks, Grain: t.Grain, Warp: t.Warp, Items: t.Items, Chains: t.Chains, Ranks: t.Ranks,
		Lanes: t.Lanes, TileRows: t.TileRows, TileCols: t.TileCols, TileBytes: t.TileBytes, Most: t.Most}
}
