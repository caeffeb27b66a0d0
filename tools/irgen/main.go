// Irgen generates the mechanical part of an IR family from its struct
// declarations: form numbers, schema, traversals, variables and the text codec.
//
//	irgen [-check] [DIR...]     default: the current directory
//
// It reads all files of the package but tests and *_gen.go and writes
// DIR/<package>_gen.go; with -check it writes nothing and fails if that file is
// not up to date. What it understands:
//
//	a struct that embeds ir.Node     a form, of the sealed interface Expr
//	a struct that embeds ir.Decl     a declaration, or a record inside one
//	the struct Module                the whole program: slices of declarations,
//	                                 plain fields, or []Expr
//
// Fields, each also as a slice:
//
//	Expr, *Form                      children; tag ir:"body" if not an operand
//	*Var, *types.Var                 tag ir:"bind", ir:"use", or, for a slice
//	                                 whose order and length mean nothing, ir:"use,set"
//	*types.Type  *prim.Prim  ir.Pos  string  bool  byte (a char)  float64  integers
//	a named type T                   an enum: String and ParseT(string) (T, bool)
//	*Decl, *pkg.Decl                 records
//
// A form whose only field is a slice is written without inner parentheses:
// (tuple a b); when it is a body, every element has a line of its own.
//
// Comments of a struct:
//
//	//irgen:atom    written as its one field: 12, 1.5, true, char:97, "s", x
//	                (a string tagged ir:"name" is written bare)
//	//irgen:pos     its position is always printed
//	//irgen:chain   its last field continues a list of statements (Let... and
//	                Check need not say it)
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	check := flag.Bool("check", false, "fail if a generated file is not up to date")
	flag.Parse()
	dirs := flag.Args()
	if len(dirs) == 0 {
		dirs = []string{"."}
	}
	for _, dir := range dirs {
		if err := run(dir, *check); err != nil {
			fmt.Fprintln(os.Stderr, "irgen:", err)
			os.Exit(1)
		}
	}
}

// run generates the code of one package.
func run(dir string, check bool) error {
	f, err := load(dir)
	if err != nil {
		return err
	}
	src, err := generate(f)
	if err != nil {
		return err
	}
	name := filepath.Join(dir, f.pkg+"_gen.go")
	if !check {
		return os.WriteFile(name, src, 0o666)
	}
	old, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if !bytes.Equal(old, src) {
		return fmt.Errorf("%s is not up to date: run go generate", name)
	}
	return nil
}
