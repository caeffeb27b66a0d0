//go:build unix && !linux

package engine

// noReserve is what asks for addresses alone, which these systems do anyway.
const noReserve = 0
