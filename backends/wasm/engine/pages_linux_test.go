package engine

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

// The memory of a module is in huge pages: to touch it takes a fault for 2 MB, not one for 4 kB.
func TestHugePages(t *testing.T) {
	if mode, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled"); err != nil || strings.Contains(string(mode), "[never]") {
		t.Skip("the system has no huge pages for programs that ask for them")
	}
	const bytes = 256 << 20
	l := reserve(bytes, bytes)
	if l == nil {
		t.Skip("no memory")
	}
	defer l.Free()
	before := faults(t)
	b := l.Reallocate(bytes)
	for i := 0; i < len(b); i += 4096 {
		b[i] = 1
	}
	if n := faults(t) - before; n > bytes/4096/8 {
		t.Errorf("%d page faults to touch %d bytes", n, int64(bytes))
	}
}

// faults is the page faults of this process that needed no reading.
func faults(t *testing.T) int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return u.Minflt
}
