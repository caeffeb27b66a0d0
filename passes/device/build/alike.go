package build

// Kernels that are equal but for their names.

import (
	"strconv"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/text"
	"nessiec/passes/pass"
)

// Alike finds kernels that may be one: for profiles, only those of the same places of the source.
func Alike(o pass.Options) *pass.Alike[*kir.Kernel] {
	return pass.NewAlike(fingerprint, func(k *kir.Kernel) string {
		anonymous := *k
		anonymous.Name = ""
		return (&kir.Module{Kernels: []*kir.Kernel{&anonymous}}).Text(text.Options{Positions: o.Profile})
	})
}

// fingerprint is the types of parameters, and the forms, primitives and numbers of the body in order.
func fingerprint(k *kir.Kernel) string {
	b := strconv.AppendInt(nil, int64(k.Local), 10)
	for _, p := range k.Params {
		b = append(append(b, ' '), p.Type.String()...)
	}
	ir.Walk(k.Body, func(e kir.Expr) bool {
		b = append(b, byte(e.Form()))
		switch e := e.(type) {
		case *kir.Prim:
			b = append(b, e.Op.Name...)
		case *kir.Int:
			b = strconv.AppendInt(b, e.Val, 10)
		}
		return true
	})
	return string(b)
}
