package opencl

// Keys of kernels: what the cache knows them by.

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"strconv"
	"strings"
)

// keys are those of kernels behind one prelude.
type keys struct{ prelude hash.Cloner }

func keysBehind(prelude string) keys {
	h := sha256.New()
	h.Write([]byte(prelude + "\x00"))
	return keys{h.(hash.Cloner)}
}

// of stands for the code of a kernel: two that differ in names and positions alone have the
// same, in whatever programs they are.
func (k keys) of(name, text string) string {
	text = strings.Replace(text, "void "+name+"(", "void k(", 1)
	var code strings.Builder
	code.Grow(len(text))
	numbers := map[string]int{}
	for line := range strings.Lines(text) {
		if isComment(line) {
			continue
		}
		for line != "" {
			n := 0
			for n < len(line) && !isWord(line[n]) {
				n++
			}
			code.WriteString(line[:n])
			line = line[n:]
			for n = 0; n < len(line) && isWord(line[n]); {
				n++
			}
			word := line[:n]
			line = line[n:]
			if !isVariable(word) {
				code.WriteString(word)
				continue
			}
			number, known := numbers[word]
			if !known {
				number = len(numbers)
				numbers[word] = number
			}
			code.WriteString("v" + strconv.Itoa(number))
		}
	}
	h, err := k.prelude.Clone()
	if err != nil {
		panic("opencl: " + err.Error())
	}
	h.Write([]byte(code.String()))
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}

// isComment says that a line is a comment and nothing else, as positions are.
func isComment(line string) bool {
	line, ends := strings.CutSuffix(line, "*/\n")
	return ends && strings.HasPrefix(strings.TrimLeft(line, " \t"), "/*")
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isWord(c byte) bool   { return isLetter(c) || isDigit(c) || c == '_' }

// isVariable says that a word is the name of a variable (legal in the grammar), or
// made from one by the printer; nothing else ends in _N.
func isVariable(word string) bool {
	word = strings.TrimSuffix(word, "_end")
	stem := strings.TrimRightFunc(word, func(r rune) bool { return '0' <= r && r <= '9' })
	return stem != word && len(stem) > 1 && strings.HasSuffix(stem, "_") && isLetter(word[0])
}
