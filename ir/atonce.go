package ir

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// AtOnce calls f for 0 to n-1, several at a time, and returns when all calls have. Where calls
// panic, the first of them is made again, so that it does so where whoever waits sees it.
func AtOnce(n int, f func(i int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	if workers < 2 {
		for i := range n {
			f(i)
		}
		return
	}
	var taken, failed atomic.Int64
	failed.Store(int64(n))
	work := func() {
		for i := taken.Add(1) - 1; i < int64(n); i = taken.Add(1) - 1 {
			if !returns(func() { f(int(i)) }) {
				for first := failed.Load(); i < first && !failed.CompareAndSwap(first, i); first = failed.Load() {
				}
			}
		}
	}
	var others sync.WaitGroup
	for range workers - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	if i := failed.Load(); i < int64(n) {
		f(int(i))
	}
}

// returns calls f and reports whether it did not panic.
func returns(f func()) (ok bool) {
	defer func() { _ = recover() }()
	f()
	return true
}
