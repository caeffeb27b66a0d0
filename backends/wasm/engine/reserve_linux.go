package engine

import "syscall"

// noReserve asks for addresses alone: the system need not have the memory.
const noReserve = syscall.MAP_NORESERVE
