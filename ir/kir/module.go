package kir

import "nessiec/ir/program"

// Module is a whole device program.
type Module struct {
	Sites   []*Site
	Kernels []*Kernel
	Funcs   []*Func
	Actions []*program.Action
}
