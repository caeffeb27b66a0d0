// Package cuda is the CUDA backend: one self-contained C++ file with kernels
// and host code, on the runtime of backends/clike, whose device it defines.
//
//	emit.go                       the whole file, and what launches kernels
//	kernel.go                     kernels
//	vectorfor.go                  loops over vectors of elements
//	passes                        the rows that decide about vectors, streams and batches
//	entry.go                      the entry as a function for other programs
//	runtime/nes_cuda_block.h      memory with the commands that use it
//	runtime/nes_cuda_order.h      streams, and what waits for what
//	runtime/nes_cuda_batch.h      launches, and batches of them
//	runtime/nes_cuda_graph.h      batches as graphs
//	runtime/nes_cuda.h            the device: memory and transfers
//	runtime/nes_cuda_value.h      the classes of host code
//	runtime/nes_cuda_group.h      what is indivisible, and warps, in kernels
//	runtime/nes_cuda_chain.h      sums from group to group, in kernels
//	runtime/nes_cuda_entry.h      arrays of the caller of the entry
//	runtime/cpu/nes_cuda_cpu.h    CUDA on a processor, for -simulate: threads, barriers
//	runtime/cpu/nes_cuda_queue.h  its streams and events
//	runtime/cpu/nes_cuda_launch.h its launches and graphs
//	runtime/cpu/nes_cuda_api.h    its memory and devices
//	runtime/check/cuda_runtime.h  declarations of CUDA, to compile programs with clang
//
// nvcc compiles the file unmodified; with -DNES_CUDA_CPU any C++ compiler does,
// and the program then needs no GPU.
package cuda

import (
	"errors"
	"os/exec"

	"nessiec/backends"
	"nessiec/backends/clike"
	"nessiec/backends/cuda/passes"
	"nessiec/grammar"
	"nessiec/ir/target"
	"nessiec/passes/pass"
)

// Backend is the row of this target.
var Backend = backends.Backend{
	Target:  target.CUDA,
	Doc:     "CUDA C++ for NVIDIA GPUs, or with -simulate for any processor",
	Input:   grammar.DeviceBatched,
	Passes:  passes.Rows,
	Cases:   passes.Cases,
	Emit:    Emit,
	Compile: Compile,

	Simulates: true,
	Ranks:     true,

	EmitLibrary:    EmitLibrary,
	CompileLibrary: CompileLibrary,
	Suffix:         ".cu",
}

// standard is the C++ that programs are written in.
const standard = "-std=c++17"

// simulated selects the part of the file that stands in for CUDA.
const simulated = "-DNES_CUDA_CPU"

// Compile is the command that makes an executable of an emitted program: nvcc,
// or with simulate the system's C++ compiler.
func Compile(o pass.Options, simulate bool, src, exe string) (*exec.Cmd, error) {
	if simulate {
		return compileSimulated(o, src, exe)
	}
	return nvcc(o, "-o", exe, src)
}

// CompileLibrary is the command that makes a shared library of an emitted program.
func CompileLibrary(o pass.Options, simulate bool, src, library string) (*exec.Cmd, error) {
	if simulate {
		return compileSimulated(o, src, library, clike.LibraryFlags...)
	}
	return nvcc(o, "-shared", "-Xcompiler", "-fPIC,-fvisibility=hidden", "-o", library, src)
}

func nvcc(o pass.Options, more ...string) (*exec.Cmd, error) {
	nvcc, err := exec.LookPath("nvcc")
	if err != nil {
		return nil, errors.New("nvcc is not installed: it compiles CUDA programs, and comes with the CUDA toolkit; -simulate builds the program for this processor instead")
	}
	// without -arch, the driver would compile for the GPU when the program starts
	args := []string{standard, "-O3", "-arch=native", "-Xcompiler", "-ffp-contract=off,-pthread"}
	if o.Ranks {
		args = append(args, "-ccbin", mpiCompiler)
	}
	if o.LineInfo {
		args = append(args, "-lineinfo")
	}
	return exec.Command(nvcc, append(args, more...)...), nil
}

// mpiCompiler is the C++ compiler with what programs on several ranks need.
const mpiCompiler = "mpicxx"

func compileSimulated(o pass.Options, src, exe string, more ...string) (*exec.Cmd, error) {
	compilers := []string{"g++", "clang++", "c++"}
	if o.Ranks {
		compilers = []string{mpiCompiler}
	}
	for _, name := range compilers {
		cxx, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		flags, libs := clike.CompilerFlags()
		args := append(append([]string{standard, simulated}, flags...), more...)
		args = append(args, "-x", "c++", "-o", exe, src)
		return exec.Command(cxx, append(args, libs...)...), nil
	}
	if o.Ranks {
		return nil, errors.New("mpicxx is not installed: programs on several ranks need MPI, as Open MPI (Debian's libopenmpi-dev)")
	}
	return nil, errors.New("no C++ compiler is installed: -simulate needs g++ or clang++")
}
