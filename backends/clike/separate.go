package clike

// Programs in parts, so that the runtime need not be compiled with each: objects
// of the runtime alone, which programs share, and the program with the
// runtime's declarations. What only some programs have of the runtime is an object
// of its own. The runtime is written so that this can be done line by line: functions begin with NES_HOST in the first column and end with a }
// there, or are one line; data begins with NES_DATA.

import (
	"strings"

	"nessiec/backends"
)

// Linkage of what other parts define, of what an object of the runtime defines, and of what the
// program does.
const (
	ofOthers  = "#define NES_HOST extern\n#define NES_DATA extern __thread\n#define NES_GIVEN extern\n"
	ofObject  = "\n#undef NES_HOST\n#undef NES_DATA\n#define NES_HOST\n#define NES_DATA __thread\n"
	ofProgram = "\n#undef NES_HOST\n#undef NES_GIVEN\n#define NES_HOST static __attribute__((unused))\n#define NES_GIVEN\n"
)

// pieceMark begins a piece of the runtime, which is an object of its own.
const pieceMark = "/* ---- a piece of the runtime */\n"

// Cut gives the pieces of the runtime of an emitted program in C, what the rest needs of it, and
// the rest, which begins with a section.
func Cut(text, section string) (runtime []backends.Unit, needed, rest string) {
	title := Section(section)
	head, rest, ok := strings.Cut(text, title)
	if !ok {
		panic("clike: the program has no part " + section)
	}
	if strings.HasPrefix(head, "/*") { // the header, which names the program
		_, head, _ = strings.Cut(head, "*/\n")
	}
	needed = ofOthers
	for piece := range strings.SplitSeq(head, pieceMark) {
		runtime = append(runtime, backends.Unit{Text: needed + ofObject + piece, Keep: true})
		needed += declarations(piece)
	}
	return runtime, needed + ofProgram, title + rest
}

// declarations is the text of the runtime without the bodies of its functions
// and the values of its data.
func declarations(text string) string {
	var b strings.Builder
	const (
		outside = iota
		signature
		body
	)
	state := outside
	for line := range strings.Lines(text) {
		switch {
		case state == body:
			if line == "}\n" {
				state = outside
			}
			continue
		case state == outside && strings.HasPrefix(line, "NES_DATA "):
			line, _, _ = strings.Cut(line, " = ")
			b.WriteString(strings.TrimRight(line, ";\n") + ";\n")
			continue
		case state == outside && !strings.HasPrefix(line, "NES_HOST "):
			b.WriteString(line)
			continue
		}
		state = signature // ends with ; { or a body in one line
		switch {
		case line == "{\n":
			b.WriteString(";\n")
			state = body
		case strings.HasSuffix(line, "}\n"):
			head, _, _ := strings.Cut(line, " {")
			b.WriteString(head + ";\n")
			state = outside
		case strings.HasSuffix(line, ";\n"):
			b.WriteString(line)
			state = outside
		default:
			b.WriteString(line)
		}
	}
	return b.String()
}
