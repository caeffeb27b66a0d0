package kir_test

import (
	"strings"
	"testing"

	"nessiec/ir/kir"
	"nessiec/ir/types"
)

// good has every form that Verify looks at.
const good = `
(site @0:1:2 "Divide by zero.")
(kernel k 4 (n:int a:buf<global int> b:buf<global float> errors:buf<global int> base:int)
  (value own write scatter value)
  (block
    (def top:int (prim div (n 4)))
    (limit (prim add (top 1)))
    (localarray l:buf<local int> 8)
    (def i:int (prim add ((prim mul ((groupid) 4)) (localid))))
    (mut x:int (unit add int))
    (if (inrange i n) (block (set x (load a i))) (block))
    (store l (localid) x)
    (barrier)
    (for j:int 0 4 1 (block (set x (prim max (x (load l j))))))
    (while (prim gt (x 100)) (block (set x (prim div (x 2)))))
    (choose (y:float) (prim lt (x 0)) (block (yield 0.0)) (block (yield (prim to_float (x)))))
    (loop (k:int) (0)
      (block (if (prim lt (k 3)) (block (recur (prim add (k 1)))) (block (exit k))))
      (z:int))
    (if (prim eq (z (numgroups)))
      (block (atomic old:int min errors 0 (prim add (base (digit y 1)))) (fail @0:1:2 "Divide by zero." i))
      (block))
    (if (inrange i n) (block (store b i (select (prim eq (z 0)) y 1.5))) (block))))
(kernel wide 1 (n:int a:buf<global float> b:buf<global float> is:buf<global int>) (value own write gather)
  (block
    (mut sum:float 0.0)
    (for i:int 0 n 4
      (block
        (def k:lanes<4 int> (load is (ramp 4 i)))
        (def ok:lanes<4 bool> (inrange k (splat 4 n)))
        (def x:lanes<4 float> (maskedload a k ok))
        (mut y:lanes<4 float> (prim select (ok x (splat 4 1.0))))
        (if (any ok) (block (set y (prim mul (y x)))) (block))
        (set sum (fold add sum y))
        (store b (ramp 4 i) y)))))
(func f (a:buf<global int> c:bool) (buf<global int> int)
  (block
    (def n:int (length a))
    (alloc r:buf<global float> n)
    (launch k (prim div (n 4)) (n a r (errorword) (launchbase 0)))
    (checkhost @0:2:2 c "No.")
    (const s:buf<global int> (1 2 3))
    (conststr t:buf<global char> "text")
    (callruntime (ok:bool) print_string (t))
    (read (m:int q:int) (a s) (0 1))
    (readcount some:int a n (prim max (n 0)))
    (choose (u:buf<global int>) c (block (yield a)) (block (copy d:buf<global int> s) (yield d)))
    (for j:int 0 3 1 (block (launch k 1 (n u r (errorword) (launchbase 0)))))
    (loop (v:buf<global int> i:int) (u 0)
      (block
        (if (prim lt (i m))
          (block
            (callhost (w:buf<global int> x:int) f (v ok))
            (recur w (prim add (i x))))
          (block (exit v))))
      (w.1:buf<global int>))
    (return w.1 q)))
`

func TestGood(t *testing.T) {
	m, err := kir.Parse(good)
	if err != nil {
		t.Fatal(err)
	}
	if err := kir.Verify(m); err != nil {
		t.Fatal(err)
	}
	again, err := kir.Parse(m.String())
	if err != nil || again.String() != m.String() {
		t.Errorf("the text does not read back: %v\n%s", err, m)
	}
}

// Each case changes one place of good and is refused for the reason given.
func TestBad(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"(value own write", "(value value write", "has access value"},
		{"(kernel k 4", "(kernel k 3", "not a power of two"},
		{"(limit (prim add (top 1)))", "(limit 1.0)", "limit 1.0 has type float, want int"},
		{"(limit (prim add (top 1)))", "(limit (prim add (top (localid))))", "groups do not agree"},
		{"(def top:int (prim div (n 4)))", "(def top:int (prim div (n (groupid))))", "groups do not agree"},
		{"(def top:int (prim div (n 4)))", "(mut top:int n)", "before a limit"},
		{"(barrier)", "(if true (block (limit 3)) (block))", "(limit 3) in a kernel"},
		{"(readcount some:int a n (prim max (n 0)))", "(readcount some:int a n 1.0)", "bound"},
		{"(readcount some:int a n (prim max (n 0)))", "(readcount some:int t n n)", "a count in t"},
		{"(barrier)", "(if true (block (share n n 1)) (block))", "(share n n 1) in a kernel"},
		{"(barrier)", "(share n n 1) (share n n 1)", "a second share"},
		{"(barrier)", "(foritem w:int 1.0 (block))", "count 1.0 has type float"},
		{"(barrier)", "(if true (block (foritem w:int n (block))) (block))", "(foritem w:int n (block)) in a kernel"},
		{"(barrier)", "(share n (groupid) 1)", "not the same for all groups"},
		{"(barrier)", "(share n 1.0 1)", "share 1.0 has type float"},
		{"(localarray l:buf<local int> 8)", "(localarray l:buf<global int> 8)", "bad local array"},
		{"(mut x:int (unit add int))", "(def x:int (unit add int))", "x cannot be set"},
		{"(unit add int)", "(unit or float)", "no identity"},
		{"(inrange k (splat 4 n))", "(inrange k n)", "size n has type int, want lanes<4 int>"},
		{"(inrange k (splat 4 n))", "(inrange k (splat 8 n))", "want lanes<4 int>"},
		{"(ok x (splat 4 1.0))", "(ok x 1.0)", "operand 2 has type float beside lanes<4 bool>"},
		{"(prim mul (y x))", "(prim mul (y k))", "mul"},
		{"(if (any ok)", "(if (any n)", "any of type int"},
		{"(if (any ok)", "(if ok", "want bool"},
		{"(fold add sum y)", "(fold add n y)", "fold of lanes<4 float> with int"},
		{"(fold add sum y)", "(fold or sum y)", "or of type float"},
		{"(maskedload a k ok)", "(maskedload a k (any ok))", "mask"},
		{"(maskedload a k ok)", "(load a ok)", "has type lanes<4 bool>, want int"},
		{"(store b (ramp 4 i) y)", "(store b i y)", "stored value y has type lanes<4 float>, want float"},
		{"(ramp 4 i) y)", "(ramp 1 i) y)", "1 lanes"},
		{"wide 1 (n:int a", "wide 1 (n:int l:lanes<4 int> a", "accesses"},
		{"(block (set x (load a i)))", "(block (set x (load b i)))", "has type float, want int"},
		{"(store l (localid) x)", "(store n (localid) x)", "want a buffer"},
		{"(block (yield 0.0))", "(block (yield 0))", "want float"},
		{"(block (yield 0.0))", "(block)", "does not end in yield"},
		{"(block (yield 0.0))", "(block (yield 0.0) (barrier))", "never reached"},
		{"(block (recur (prim add (k 1))))", "(block)", "one arm of an if ends"},
		{"(block (set x (prim div (x 2))))", "(block (yield x))", "nowhere to go"},
		{"(atomic old:int min errors", "(atomic old:int or errors", "atomic or"},
		{"(barrier)", "(alloc zz:buf<global int> 3)", "in a kernel"},
		{"(numgroups)", "(length a)", "no expression of kernels"},
		{"(def n:int (length a))", "(def n:int (localid))", "no expression of the host"},
		{"(alloc r:buf<global float> n)", "(alloc r:buf<local float> n)", "buffer r"},
		{"(launch k (prim div (n 4)) (n a r", "(launch k (prim div (n 4)) (n a a", "arguments of k"},
		{"(launchbase 0)))\n    (checkhost", "(launchbase 7)))\n    (checkhost", "unknown site 7"},
		{"print_string (t)", "sqrt (t)", "unknown routine"},
		{"(m:int q:int) (a s) (0 1)", "(m:int q:int) (a s) (0)", "a read of"},
		{"(m:int q:int) (a s)", "(m:int q:float) (a s)", "read of int into q"},
		{"(callhost (w:buf<global int> x:int) f (v ok))", "(callhost (w:buf<global int> x:int) f (v i))", "arguments of f"},
		{"(return w.1 q)", "(return w.1)", "found 1 values"},
		{"(return w.1 q)", "(release w.1)", "does not end in return"},
		{"(exit v)", "(exit u)", ""},
		{"(return w.1 q)", "(return w.1 x)", "x is not in scope"},
	} {
		src := strings.Replace(good, c.old, c.new, 1)
		if src == good {
			t.Fatalf("%s is not in the program", c.old)
		}
		m, err := kir.Parse(src)
		if err == nil {
			err = kir.Verify(m)
		}
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.new, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: got %v, want %s", c.new, err, c.want)
		}
	}
}

func TestAccessNames(t *testing.T) {
	for a := kir.Value; a <= kir.Amended; a++ {
		if b, ok := kir.ParseAccess(a.String()); !ok || b != a {
			t.Errorf("%v does not read back", a)
		}
	}
	if _, ok := kir.ParseAccess("sideways"); ok {
		t.Error("sideways is an access")
	}
}

// An amended array was not one that is written, so a read of it could have been moved before
// the launch that amends it. Every array is either read only or written.
func TestAccesses(t *testing.T) {
	for a := kir.Own; a <= kir.Amended; a++ {
		if a.ReadOnly() == a.Writes() || a.WriteOnly() && !a.Writes() {
			t.Errorf("%v: read only is %t, written is %t, written only is %t", a, a.ReadOnly(), a.Writes(), a.WriteOnly())
		}
	}
}

func TestZero(t *testing.T) {
	for _, ty := range []*types.Type{types.Int, types.Float, types.Bool, types.Char} {
		if kir.TypeOf(kir.Zero(ty)) != ty {
			t.Errorf("the zero of %v has type %v", ty, kir.TypeOf(kir.Zero(ty)))
		}
	}
}
