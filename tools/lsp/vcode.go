package lsp

// What a word of VCODE is.

import (
	"path/filepath"
	"strings"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"nessiec/ir"
	"nessiec/ir/vcode"
)

func isVcode(name string) bool { return filepath.Ext(name) == ".vcode" }

// structural are the words that work on the stack or say what comes next.
var structural = map[string]string{
	"COPY":   "`COPY k d` pushes copies of the k entries above which d lie.",
	"POP":    "`POP k d` removes the k entries above which d lie.",
	"CPOP":   "`CPOP k d` moves the k entries above which d lie to the top.",
	"PAIR":   "`PAIR` makes one entry of the two at the top.",
	"UNPAIR": "`UNPAIR` makes two entries of a pair.",
	"CONST":  "`CONST type literal` pushes a scalar, `CONST type ( ... )` a vector, `CONST CHAR \"...\"` codes, `CONST SEGDES n` the descriptor of one segment.",
	"CALL":   "`CALL f` lets f work on the stack as it is.",
	"IF":     "`IF ... ELSE ... ENDIF` takes a truth value. ELSE may be missing.",
	"ELSE":   "`IF ... ELSE ... ENDIF` takes a truth value.",
	"ENDIF":  "`IF ... ELSE ... ENDIF` takes a truth value.",
	"EXIT":   "`EXIT` ends the program with an error.",
	"FUNC":   "`FUNC name ... RET` is a function. The program starts with MAIN or, without one, with the first.",
	"RET":    "`FUNC name ... RET` is a function.",
}

// letters are what operands and results are.
var letters = map[rune]string{'v': "v", 'i': "ints", 'b': "bools", 'f': "floats", 's': "descriptor", 'x': "x"}

// kinds says what instructions of a class do.
var kinds = map[vcode.Class]string{
	vcode.Elementwise:  "Element by element.",
	vcode.Scanning:     "Exclusive scan within each segment, from the identity.",
	vcode.Reducing:     "One element for each segment; the identity where one is empty.",
	vcode.Distributing: "One element for each segment becomes one for each element of it.",
	vcode.PerSegment:   "One element for each segment.",
	vcode.Reordering:   "As many elements as the last descriptor has. Places are within segments.",
	vcode.IO:           "In the order of the program.",
}

// vcodeHover is what the word at a place is, nil if it is none that the language has.
func (d *document) vcodeHover(p protocol.Position) *protocol.Hover {
	line, col := d.text.place(p)
	word, start := wordAround(d.text.line(line), col)
	about := structural[word]
	if op, ok := vcode.ParseOpcode(word); ok {
		about = instruction(op.Of())
	}
	if about == "" {
		return nil
	}
	r := d.text.span(ir.MakePos(0, line, start), utf8.RuneCountInString(word))
	return &protocol.Hover{Range: &r, Contents: protocol.MarkupContent{Kind: protocol.Markdown, Value: about}}
}

// instruction is what is said of an instruction: types, operands and results, deepest first.
func instruction(o *vcode.Op) string {
	list := func(s string) string {
		var out []string
		for _, c := range strings.ReplaceAll(s, "1", "") {
			out = append(out, letters[c])
		}
		return strings.Join(out, ", ")
	}
	text := "`" + o.Name + "`"
	if o.Types != "" {
		text += " of " + strings.ReplaceAll(o.Types, " ", ", ")
	}
	text += ": " + strings.TrimSpace(list(o.Args)+" → "+list(o.Results))
	if k := kinds[o.Class]; k != "" {
		text += "\n\n" + k
	}
	return text
}

// wordAround is the word of VCODE at a column, and where it begins.
func wordAround(s string, col int) (word string, start int) {
	const blanks = " \t{}()\""
	rs := []rune(s)
	start = min(col, len(rs)+1)
	for start > 1 && !strings.ContainsRune(blanks, rs[start-2]) {
		start--
	}
	end := start - 1
	for end < len(rs) && !strings.ContainsRune(blanks, rs[end]) {
		end++
	}
	return string(rs[start-1 : end]), start
}
