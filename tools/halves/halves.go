// Package halves divides what is too much for every run of the tests: a half is tested on one
// day, the other half on the next, and all with NESSIEC_LONG=1. A half may be divided again.
package halves

import (
	"os"
	"testing"
	"time"
)

// day is the number of the day, from 1970 on.
func day() int { return int(time.Now().Unix() / (24 * 60 * 60)) }

// Today is the half that is tested today, 0 or 1, and whether all is tested. A test logs it, so
// that one who reads of a failure knows what ran.
func Today(t testing.TB) (half int, all bool) {
	t.Helper()
	half, all = day()%2, os.Getenv("NESSIEC_LONG") != ""
	if !all {
		t.Logf("half %d today; all with NESSIEC_LONG=1", half)
	}
	return half, all
}

// Tested reports whether case i is tested today, of cases that take turns.
func Tested(t testing.TB) func(i int) bool {
	t.Helper()
	half, all := Today(t)
	return func(i int) bool { return all || i%2 == half }
}

// Quarter is half of what is in the half of today, 0 or 1: the other is in that of the day after
// tomorrow.
func Quarter() int { return day() / 2 % 2 }
