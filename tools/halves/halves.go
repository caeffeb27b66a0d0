// Package halves divides what is too much for every run of the tests: a half is tested on one
// day, the other half on the next, and all with NESSIEC_LONG=1.
package halves

import (
	"os"
	"testing"
	"time"
)

// Today is the half that is tested today, 0 or 1, and whether all is tested. A test logs it, so
// that one who reads of a failure knows what ran.
func Today(t testing.TB) (half int, all bool) {
	t.Helper()
	half, all = int(time.Now().Unix()/(24*60*60))%2, os.Getenv("NESSIEC_LONG") != ""
	if !all {
		t.Logf("half %d today; all with NESSIEC_LONG=1", half)
	}
	return half, all
}
