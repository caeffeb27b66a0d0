package opencl

// The code of kernels stays loaded, whatever the driver unloads.

import (
	"regexp"
	"runtime"
	"strconv"
	"testing"

	"nessiec/backends/backendtest"
	"nessiec/ir/value"
)

func TestLoadedCode(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("code is kept on Linux")
	}
	r := here.Run(t, "", here.Build(t, backendtest.Parse(t, steps), backendtest.Options(value.Num{})), "-stats")
	m := regexp.MustCompile(`stat loaded (\d+)`).FindStringSubmatch(r.Errors)
	if r.Status != 0 || m == nil {
		t.Fatalf("status %d: %s", r.Status, r.Errors)
	}
	// three kernels; those of short launches for the thread of the host, too
	if n, _ := strconv.Atoi(m[1]); n < 4 || n > 6 {
		t.Errorf("the code of %d kernels is kept", n)
	}
}
