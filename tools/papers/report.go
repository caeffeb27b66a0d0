package papers

import (
	"fmt"
	"os"
	"strings"
)

// Replace puts text into a block of a document, between the lines
//
//	<!-- figures: NAME -->
//	<!-- end -->
func Replace(document, name, text string) (string, error) {
	begin := "<!-- figures: " + name + " -->\n"
	before, rest, ok := strings.Cut(document, begin)
	_, after, closed := strings.Cut(rest, "<!-- end -->")
	if !ok || !closed {
		return "", fmt.Errorf("the document has no block %s", name)
	}
	return before + begin + "\n" + text + "\n<!-- end -->" + after, nil
}

// Rewrite replaces blocks of a file.
func Rewrite(file string, blocks map[string]string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	document := string(text)
	for name, b := range blocks {
		if document, err = Replace(document, name, b); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return os.WriteFile(file, []byte(document), 0o666)
}
