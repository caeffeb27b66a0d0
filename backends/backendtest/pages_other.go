//go:build !unix

package backendtest

import "os"

// pagesOf is 0: the system does not tell.
func pagesOf(*os.ProcessState) int64 { return 0 }
