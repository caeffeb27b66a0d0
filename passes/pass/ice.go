package pass

// Internal errors: what the driver makes of a pass that fails.

import "fmt"

// An ICE is an internal error: a bug in a pass, found by the driver.
type ICE struct {
	Pass  string // the guilty pass
	Stage string // what went wrong: "panic", "output", "execution", ...
	Err   error
	Stack []byte // of a panic
	Repro string // file from which the error can be reproduced, if one was written
}

func (e *ICE) Error() string {
	s := fmt.Sprintf("internal error in pass %s: %s: %v", e.Pass, e.Stage, e.Err)
	if e.Repro != "" {
		s += "\nto reproduce: nessiec -from=" + e.Repro
	}
	return s
}

func (e *ICE) Unwrap() error { return e.Err }
