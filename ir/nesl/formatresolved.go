// The formatter: forms that passes of the front end introduce.

package nesl

import "strconv"

// resolved prints the forms of resolved.go, for messages: versions are left
// out.
func resolved(e Expr) doc {
	switch e := e.(type) {
	case *Local:
		return str(e.Name)
	case *Global:
		return str(e.Name)
	case *PatCon:
		return cat{str(e.Con), parens(inside(e.Arg))}
	case *PatNone:
		return str(e.Con)
	case *TyVar:
		return str(e.Name)
	case *TyCon:
		if len(e.Args) == 0 {
			return str(e.Con)
		}
		return cat{str(e.Con), parens(separated(e.Args))}
	case *Part:
		return cat{str("part_" + strconv.FormatInt(e.Index, 10)), parens(inside(e.Of))}
	case *Contents:
		return cat{str("contents_" + e.Con), parens(inside(e.Of))}
	case *Quiet:
		return cat{str("quiet"), parens(inside(e.Inner))}
	}
	return topLevel(e)
}
