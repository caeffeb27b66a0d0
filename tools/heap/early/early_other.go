//go:build !linux

package early

// Populate does something on Linux only.
func Populate() {}
