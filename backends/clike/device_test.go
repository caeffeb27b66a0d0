package clike

// The device part of the runtime on an OpenCL device, if there is one.

import (
	"fmt"
	"os"
	"testing"

	"nessiec/ir/value"
)

func TestDevice(t *testing.T) {
	for _, n := range []value.Num{{}, {Int64: true, Float32: true}} {
		t.Run(fmt.Sprintf("int%d float%d", n.IntBits(), n.FloatBits()), func(t *testing.T) {
			t.Parallel()
			testDevice(t, n, Source(Prim)+calls()+`
kernel void ops(global const int *k, global const ulong *w, global ulong *out)
{
    size_t i = get_global_id(0);
    out[i] = call(k[i], w[3 * i], w[3 * i + 1], w[3 * i + 2]);
}
`)
		})
	}
}

func TestLanes(t *testing.T) {
	for _, n := range []value.Num{{}, {Int64: true, Float32: true}, {Float32: true}} {
		t.Run(fmt.Sprintf("int%d float%d", n.IntBits(), n.FloatBits()), func(t *testing.T) {
			t.Parallel()
			testDevice(t, n, "#define NES_LANES\n"+Source(Lanes)+lanesCalls()+`
kernel void ops(global const int *k, global const nes_u64 *w, global nes_u64 *out)
{
    size_t i = get_global_id(0), n = get_global_size(0);`+lanesOps+"}\n")
		})
	}
}

func testDevice(t *testing.T, n value.Num, code string) {
	compiler := []string{"cc", "-std=c99"}
	needs(t, compiler[0])
	host, err := os.ReadFile("testdata/device.c")
	if err != nil {
		t.Fatal(err)
	}
	kernel := Widths(n) + code
	options := ""
	if n.Float32 {
		options = " -cl-fp32-correctly-rounded-divide-sqrt"
	}
	text := Widths(n) + Source(Base) + "#define OPTIONS " + Quote(options) + "\nstatic const char KERNEL[] =\n" + Quote(kernel) + ";\n" + string(host)
	program, out, err := compile(t, text, compiler, "-lOpenCL")
	if err != nil {
		t.Skipf("no OpenCL headers or library here, so the device code cannot be tested:\n%.300s", out)
	}
	cases := opCases(n)
	got, errors, status := start([]byte(opInput(n, cases)), program)
	if status == 4 {
		t.Skipf("no OpenCL device, so the device code cannot be tested: %.2000s", errors)
	}
	if status != 0 {
		t.Fatalf("status %d\n%s", status, errors)
	}
	checkOps(t, n, cases, got)
}
