package session

// Backends, one line each.

import (
	"io/fs"
	"slices"

	"nessiec/backends"
	"nessiec/backends/c"
	"nessiec/backends/cuda"
	"nessiec/backends/opencl"
	"nessiec/backends/wasm"
	"nessiec/grammar"
	"nessiec/ir/target"
	"nessiec/passes/driver"
)

// targets are the backends that generate code.
var targets = []*backends.Backend{
	&c.Backend,
	&cuda.Backend,
	&opencl.Backend,
	&wasm.Backend,
}

// Target finds a backend; nil for the reference interpreter, which generates nothing.
func Target(name string) *backends.Backend {
	i := slices.IndexFunc(targets, func(b *backends.Backend) bool { return b.Name == name })
	if i < 0 {
		return nil
	}
	return targets[i]
}

// TargetNames lists the values of -target.
func TargetNames() []string {
	return append([]string{target.Ref.Name}, namesOf(func(*backends.Backend) bool { return true })...)
}

// Compiled lists the targets whose programs are compiled by the tools of the system.
func Compiled() []string {
	return namesOf(func(b *backends.Backend) bool { return b.Compile != nil })
}

// OnRanks lists the targets whose programs can run on several ranks.
func OnRanks() []string {
	return namesOf(func(b *backends.Backend) bool { return b.Ranks })
}

// InProcess lists the targets whose programs run in this process, if this machine can:
// the first is what runs programs where nobody asks for another.
func InProcess() []string {
	return namesOf(func(b *backends.Backend) bool { return b.Run != nil && b.Available() == nil })
}

// Cases are the golden cases of the passes of backends, each as testdata/PASS/CASE.txtar.
func Cases() (all []fs.FS) {
	for _, b := range targets {
		if b.Cases != nil {
			all = append(all, b.Cases)
		}
	}
	return all
}

func namesOf(which func(*backends.Backend) bool) (out []string) {
	for _, b := range targets {
		if which(b) {
			out = append(out, b.Name)
		}
	}
	return out
}

// Checked is the number of passes of d that find mistakes of programs: the first ones.
func Checked(d *driver.Driver) int {
	if i := d.Find("find-mismatches"); i >= 0 {
		return i + 1
	}
	return d.Leave(grammar.NestedMono.Language) // of a front whose programs enter later
}
