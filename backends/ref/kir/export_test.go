package kir

// Shifted moves where the second rank's block begins.
func Shifted(by int64) func(place) { return func(p place) { p[1].start += by } }
