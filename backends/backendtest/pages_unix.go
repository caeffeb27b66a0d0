//go:build unix

package backendtest

import (
	"os"
	"syscall"
)

// pagesOf is how many pages of memory a process that has ended touched for the first time.
func pagesOf(p *os.ProcessState) int64 { return p.SysUsage().(*syscall.Rusage).Minflt }
