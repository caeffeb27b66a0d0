package grammar

import (
	"strings"
	"testing"

	"nessiec/ir/kir"
	"nessiec/ir/nkl"
)

// Of kernels that a program before has, too, what its language promised is not checked again.
func TestVerifyAfter(t *testing.T) {
	kernel := func(name, body string) *kir.Kernel {
		m, err := kir.Parse(`(kernel ` + name + ` 4 (n:int a:buf<global int>) (value gather) (block ` + body + `))`)
		if err != nil {
			t.Fatal(err)
		}
		return m.Kernels[0]
	}
	module := func(ks ...*kir.Kernel) *kir.Module { return &kir.Module{Kernels: ks} }
	good, diverges, writes := kernel("k", ``), kernel("k", `(if (prim lt ((localid) n)) (block (barrier)) (block))`), kernel("k", `(store a 0 1)`)
	mistyped, fails := kernel("k", `(def x:bool n)`), kernel("k", `(fail 0 n)`)
	for _, c := range []struct {
		l, k     *Language
		m, known *kir.Module
		want     string
	}{
		{DeviceLoops.Language, DeviceLoops.Language, module(mistyped), module(mistyped), ""},
		{DeviceLoops.Language, DeviceLoops.Language, module(mistyped), module(good), "n has type int"},
		{DeviceLoops.Language, DeviceLoops.Language, module(good, good), module(good), "defined twice"},
		{DeviceLoops.Language, DeviceLoops.Language, module(diverges), module(diverges), ""},
		{DeviceLoops.Language, DeviceLoops.Language, module(writes), module(diverges), "a is written"},
		{DeviceLoops.Language, FlatOffsets.Language, module(diverges), nil, "may reach"},
		{DeviceGuarded.Language, DeviceLoops.Language, module(fails), module(fails), "fail is not in the language"},
		{DeviceManaged.Language, DeviceScheduled.Language, module(mistyped), module(mistyped), ""},
		{DeviceLegal.Language, DeviceManaged.Language, module(good), module(good), "k is no name of a declaration"},
	} {
		var known any
		if c.known != nil {
			known = c.known
		}
		err := c.l.VerifyAfter(c.m, c.k, known)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s after %s: got %v, want %q", c.l, c.k, err, c.want)
		}
	}
}

// The tree grammar is not checked again in bodies that a program before has, too, if the language of
// that allows no more.
func TestVerifyBodiesAfter(t *testing.T) {
	m, err := nkl.Parse(`(func f () (x:int) int (loop (y:int) (x) (recur y)))`) // no form of nkl.named
	if err != nil {
		t.Fatal(err)
	}
	copied := *m.Funcs[0]
	again := m.WithFuncs([]*nkl.Func{&copied})
	other := m.WithFuncs([]*nkl.Func{m.Funcs[0].MapBodies(nkl.Freshen)})
	for _, c := range []struct {
		m, known *nkl.Module
		k        *Language
		fits     bool
	}{
		{again, m, NestedNamed.Language, true},
		{other, m, NestedNamed.Language, false},
		{again, m, NestedLooped.Language, false},
	} {
		if err := NestedNamed.VerifyAfter(c.m, c.k, c.known); (err == nil) != c.fits {
			t.Errorf("after %s: got %v", c.k, err)
		}
	}
}
