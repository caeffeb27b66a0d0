package grammar

// Verification: that a module is a program of a language.

import (
	"fmt"
	"sync"

	"nessiec/ir"
)

// Verify checks that m is a program of l: its forms and types, then scope and
// types by the rules of the family, then the invariants.
func (l *Language) Verify(m any) error { return l.VerifyAfter(m, nil, nil) }

// VerifyAfter is Verify of what a pass has made of known, a program of k that was verified;
// k is nil if there is none. Programs do not change, and neither the tree grammar nor kernels depend on
// anything outside of them, so of bodies and kernels that known has, too, only what k did not promise is
// checked.
func (l *Language) VerifyAfter(m any, k *Language, known any) error {
	for _, check := range l.Checks(m, k, known) {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// Checks are those of VerifyAfter, in their order. They need not wait for each other; where one
// finds something wrong, those after it may panic.
func (l *Language) Checks(m any, k *Language, known any) []func() error {
	rest := sync.OnceValue(func() any {
		if k != nil && k.Family == l.Family && l.Family.is(m) {
			return l.Family.rest(m, known)
		}
		return m
	})
	whole := func(promised bool) any {
		if promised {
			return rest()
		}
		return m
	}
	checks := []func() error{
		func() error {
			if k == nil || k.Family != l.Family || !l.allows(k) {
				return l.Check(m)
			}
			return l.checkAfter(m, known)
		},
		func() error {
			if err := l.Family.check(m, rest()); err != nil {
				return fmt.Errorf("%s: %w", l.Name, err)
			}
			return nil
		},
	}
	for _, inv := range l.invariants {
		checks = append(checks, func() error {
			if err := inv.check(whole(inv.kernels && k != nil && k.HasInvariant(inv.Name))); err != nil {
				return fmt.Errorf("%s: invariant %s: %w", l.Name, inv.Name, err)
			}
			return nil
		})
	}
	return checks
}

// allows reports whether the tree grammar of l allows all that k does.
func (l *Language) allows(k *Language) bool {
	if k.forms.Minus(l.forms).Len() > 0 || k.kinds&^l.kinds != 0 || k.prims&^l.prims != 0 {
		return false
	}
	for _, f := range k.forms.List() {
		for i := range k.child[f] {
			at := ir.Field{Form: f, Index: uint8(i)}
			if k.Child(at).Minus(l.Child(at)).Len() > 0 {
				return false
			}
		}
	}
	return true
}
