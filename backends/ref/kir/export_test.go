package kir

import "nessiec/backends/ref/kir/blocks"

// Shifted moves where the second rank's block begins.
func Shifted(by int64) func(blocks.Place) { return func(p blocks.Place) { p[1].Start += by } }
