package data

// Text: [char] is all of it, [[char]] its lines.

import (
	"bytes"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

var textFormat = Format{Name: "text", Suffixes: []string{".txt"}, Doc: "[char]: all of it; [[char]]: its lines; else literals of NESL",
	read: readText, write: writeText, takes: takesText}

func takesText(t *types.Type) bool { return isText(t) || t.Kind == types.KSeq && isText(t.Elem()) }

func readText(b []byte, t *types.Type, _ value.Num) (value.Value, error) {
	switch {
	case !takesText(t):
		return nil, unlike("text", t, "[char] or [[char]]")
	case isText(t):
		return value.Chars(b), nil
	}
	lines := make(value.Values, 0, bytes.Count(b, []byte("\n"))+1)
	for len(b) > 0 {
		line, rest, _ := bytes.Cut(b, []byte("\n"))
		lines, b = append(lines, value.Chars(line)), rest
	}
	return lines, nil
}

func writeText(v value.Value, t *types.Type, _ value.Num) ([]byte, error) {
	switch {
	case !takesText(t):
		return nil, unlike("text", t, "[char] or [[char]]")
	case isText(t):
		return bytes.Clone(v.(value.Chars)), nil
	}
	var out []byte
	for _, line := range v.(value.Values) {
		out = append(append(out, line.(value.Chars)...), '\n')
	}
	return out, nil
}
