package module

// Functions of the host around launches and sizes: one call each, where programs are
// compiled whenever they run.

import (
	"nessiec/backends/wasm/emit/asm"
	w "nessiec/backends/wasm/encode"
)

// makeChecks writes check(holds, number) and check_size(count, number), which end the
// program unless a check of the host holds, check_kernels(), which ends it if a kernel has
// failed, and launched(groups), which counts a launch.
func (e *Emitter) makeChecks() {
	const number = 1
	failed := []asm.Code{asm.CallOf(e.Fail, asm.I32(FailCheck), asm.Get(number), asm.I64(0)), asm.Do(w.Unreachable)}
	e.Check = e.Func("check", []w.ValType{w.I32, w.I32}, nil)
	asm.Put(e.Check, asm.When(asm.Do(w.I32Eqz, asm.Get(0)), failed...))
	e.CheckSize = e.Func("check_size", []w.ValType{e.IntType(), w.I32}, nil)
	asm.Put(e.CheckSize, asm.When(e.greater(asm.Get(0), e.Num.MostElements()), failed...))

	word := asm.Load(w.I32Load, asm.I32(int32(e.Errors)), 0)
	long, none := asm.Do(w.I64ExtendI32S, word), asm.Do(w.I32Eq, word, asm.I32(int32(e.NoError())))
	if e.Num.Int64 {
		long = asm.Load(w.I64Load, asm.I32(int32(e.Errors)), 0)
		none = asm.Do(w.I64Eq, long, asm.I64(e.NoError()))
	}
	e.CheckKernels = e.Func("check_kernels", nil, nil)
	asm.Put(e.CheckKernels, asm.When(asm.Do(w.I32Eqz, none),
		asm.CallOf(e.Fail, asm.I32(FailSite), asm.I32(0), long), asm.Do(w.Unreachable)))

	e.Launched = e.Func("launched", []w.ValType{e.IntType()}, nil)
	asm.Put(e.Launched, asm.Add(e.Launches, e.greater(asm.Get(0), 0)))
}

// greater is whether an int is greater than n.
func (e *Emitter) greater(x asm.Code, n int64) asm.Code {
	if e.Num.Int64 {
		return asm.Do(w.I64GtS, x, asm.I64(n))
	}
	return asm.Do(w.I32GtS, x, asm.I32(int32(n)))
}
