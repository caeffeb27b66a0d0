//go:build js

package main

import (
	"encoding/binary"
	"math"
	"syscall/js"
)

// numbers is a Float64Array.
func numbers(xs []float64) js.Value {
	b := make([]byte, 0, 8*len(xs))
	for _, x := range xs {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	bytes := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(bytes, b)
	return js.Global().Get("Float64Array").New(bytes.Get("buffer"))
}
