package clike

// How scalar primitives and identities are spelled: one table for host and
// device code of all C-like targets.

import (
	"fmt"
	"strings"

	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// spellings by primitive, for int, float, bool and char operands: the name of
// a function of nes_num.h, or an infix operator in parentheses. "-" marks what
// cannot occur.
var spellings = map[string][4]string{
	"add": {"nes_iadd", "nes_fadd", "-", "-"},
	"sub": {"nes_isub", "nes_fsub", "-", "-"},
	"mul": {"nes_imul", "nes_fmul", "-", "-"},
	"div": {"nes_idiv", "nes_fdiv", "-", "-"},
	"neg": {"nes_ineg", "nes_fneg", "-", "-"},
	"rem": {"nes_irem", "-", "-", "-"},
	"max": {"nes_imax", "nes_fmax", "-", "nes_cmax"},
	"min": {"nes_imin", "nes_fmin", "-", "nes_cmin"},
	"eq":  {"(==)", "(==)", "(==)", "(==)"},
	"ne":  {"(!=)", "(!=)", "(!=)", "(!=)"},
	"lt":  {"(<)", "(<)", "(<)", "(<)"},
	"le":  {"(<=)", "(<=)", "(<=)", "(<=)"},
	"gt":  {"(>)", "(>)", "(>)", "(>)"},
	"ge":  {"(>=)", "(>=)", "(>=)", "(>=)"},
	"and": {"(&)", "-", "(&)", "-"},
	"or":  {"(|)", "-", "(|)", "-"},
	"xor": {"(^)", "-", "(^)", "-"},
	"not": {"nes_inot", "-", "(!)", "-"},
	"shl": {"nes_shl", "-", "-", "-"},
	"shr": {"nes_shr", "-", "-", "-"},

	"sqrt": {"-", "nes_sqrt", "-", "-"}, "ln": {"-", "nes_ln", "-", "-"}, "exp": {"-", "nes_exp", "-", "-"},
	"sin": {"-", "nes_sin", "-", "-"}, "cos": {"-", "nes_cos", "-", "-"}, "tan": {"-", "nes_tan", "-", "-"},
	"asin": {"-", "nes_asin", "-", "-"}, "acos": {"-", "nes_acos", "-", "-"}, "atan": {"-", "nes_atan", "-", "-"},
	"sinh": {"-", "nes_sinh", "-", "-"}, "cosh": {"-", "nes_cosh", "-", "-"}, "tanh": {"-", "nes_tanh", "-", "-"},

	"to_float": {"nes_itof", "-", "-", "-"},
	"trunc":    {"-", "nes_trunc", "-", "-"},
	"floor":    {"-", "nes_floor", "-", "-"},
	"ceil":     {"-", "nes_ceil", "-", "-"},
	"round":    {"-", "nes_round", "-", "-"},
	"btoi":     {"-", "-", "nes_btoi", "-"},

	"mix":            {"nes_key_mix", "-", "-", "-"},
	"rand_int":       {"nes_key_rand_int", "-", "-", "-"},
	"rand_float":     {"nes_key_rand_float", "-", "-", "-"},
	"float_exponent": {"-", "nes_float_exponent", "-", "-"},
	"ldexp":          {"-", "nes_ldexp", "-", "-"},

	"decimal_digits":   {"-", "nes_decimal_digits", "-", "-"},
	"decimal_exponent": {"-", "nes_decimal_exponent", "-", "-"},

	"code_char": {"nes_code_char", "-", "-", "-"},
	"char_code": {"-", "-", "-", "nes_char_code"},
	"select":    {"-", "-", "(?:)", "-"},
}

func kindIndex(t *types.Type) int { return int(t.Kind - types.KInt) }

// SpellPrim is the application of a scalar primitive to operands whose first
// has type t.
func SpellPrim(name string, t *types.Type, args []string) string {
	s := spellings[name][kindIndex(t)]
	if s == "-" || s == "" {
		panic(fmt.Sprintf("clike: no spelling of %s on %s", name, t))
	}
	if op, ok := strings.CutPrefix(s, "("); ok {
		op = strings.TrimSuffix(op, ")")
		switch {
		case op == "?:":
			return fmt.Sprintf("(%s ? %s : %s)", args[0], args[1], args[2])
		case len(args) == 1:
			return fmt.Sprintf("(%s%s)", op, args[0])
		}
		return fmt.Sprintf("(%s %s %s)", args[0], op, args[1])
	}
	return s + "(" + strings.Join(args, ", ") + ")"
}

// SpellUnit is the identity of a reduction operator on a base type.
func SpellUnit(op prim.Rop, t *types.Type) string {
	float := t.Kind == types.KFloat
	switch op {
	case prim.RMul:
		if float {
			return "NES_F(1.0)"
		}
		return "1"
	case prim.RMax:
		switch t.Kind {
		case types.KFloat:
			return "(-NES_HUGE_FLOAT)"
		case types.KChar:
			return "(-2147483647 - 1)"
		}
		return "NES_MIN_INT"
	case prim.RMin:
		switch t.Kind {
		case types.KFloat:
			return "NES_HUGE_FLOAT"
		case types.KChar:
			return "2147483647"
		}
		return "NES_MAX_INT"
	case prim.RAnd:
		if t.Kind == types.KBool {
			return "1"
		}
		return "(-1)"
	}
	if float {
		return "NES_F(0.0)"
	}
	return "0"
}
