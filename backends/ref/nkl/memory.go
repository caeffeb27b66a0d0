package nkl

// Memory: a program that needs too much fails like any other, before the
// process dies. Stacks and single sequences are counted exactly; for
// everything else the heap is looked at now and then.

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"

	"nessiec/backends/ref/interp"
	"nessiec/ir"
	"nessiec/ir/prim"
)

// A memory counts bytes against a limit.
type memory struct {
	limit  int64
	stack  int64 // bytes of the stacks, when they grew last
	since  int64 // bytes of sequences since the heap was looked at
	arrays int64 // sequences made
}

// lookEvery is how many bytes may be allocated between two looks at the heap.
const lookEvery = 64 << 20

func newMemory(limit int64) memory {
	if limit <= 0 {
		limit = min(systemMemory(), addressSpace()) / 4 * 3
	}
	return memory{limit: limit}
}

// stacks is called before the stacks need another segment; they then hold so
// many bytes.
func (m *memory) stacks(bytes int) {
	m.stack = int64(bytes)
	if m.stack > m.limit {
		m.fail(ir.Pos{})
	}
}

// seq is called before a sequence of n elements of some bytes each is made.
func (m *memory) seq(p ir.Pos, n int, bytes int) {
	m.arrays++
	size := int64(n) * int64(bytes)
	if n > maxLength || size > m.limit-m.stack {
		m.fail(p)
	}
	m.add(p, size)
}

// maxLength is the longest sequence: an int counts its elements.
const maxLength = 1<<31 - 1

func (m *memory) add(p ir.Pos, bytes int64) {
	if m.since += bytes; m.since < lookEvery {
		return
	}
	m.since = 0
	if heap() > m.limit {
		runtime.GC()
		if heap() > m.limit {
			m.fail(p)
		}
	}
}

// heap is not inlined: statistics are too large for the stacks of its callers.
//
//go:noinline
func heap() int64 {
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return int64(s.HeapAlloc)
}

func (m *memory) fail(p ir.Pos) {
	panic(&interp.Error{Kind: interp.Memory, Msg: prim.ErrMemory, Pos: p})
}

// systemMemory is the number of bytes that are available on this machine, or a
// guess.
func systemMemory() int64 {
	const guess = 4 << 30
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return guess
	}
	defer f.Close()
	for sc := bufio.NewScanner(f); sc.Scan(); {
		if rest, ok := strings.CutPrefix(sc.Text(), "MemAvailable:"); ok {
			var kb int64
			if _, err := fmt.Sscan(rest, &kb); err == nil {
				return kb << 10
			}
		}
	}
	return guess
}
