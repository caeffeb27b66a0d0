package main

import (
	"os"
	"strconv"
	"runtime"
	"syscall"
	"unsafe"
)

func init() {
	n, _ := strconv.Atoi(os.Getenv("HUGE"))
	if n == 0 {
		return
	}
	room := make([]byte, n<<20)
	at := uintptr(unsafe.Pointer(&room[0]))
	syscall.Syscall(syscall.SYS_MADVISE, at, uintptr(len(room)), 14)
	room = nil
	runtime.GC()
}
