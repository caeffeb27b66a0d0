// Package parallel does tasks side by side.
package parallel

import "sync"

// Each does tasks 0 to n-1, at most so many at a time (at least one), and returns when all
// are done.
func Each(n, most int, task func(i int)) {
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(n, max(most, 1)) {
		workers.Go(func() {
			for i := range next {
				task(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	workers.Wait()
}
