// Package early suits the heap of Go to a process that compiles one program. What it does
// when it is initialised comes first, so it imports as little as it can.
package early

import "runtime"

// Room is how many bytes the heap has when large programs are compiled. No garbage is collected
// before it is in use, if the heap may grow to Share times what is alive.
const (
	Room  = 128 << 20
	Share = 9
)

// Nobody asks for the profile of allocations, and it walks the stack every 512 kB.
func init() { runtime.MemProfileRate = 0 }
