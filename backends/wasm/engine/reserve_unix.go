//go:build unix && !linux

package engine

// noReserve is what asks for addresses alone, which these systems do anyway.
const noReserve = 0

// hugePages does nothing: these systems choose the size of pages themselves.
func hugePages([]byte) {}
