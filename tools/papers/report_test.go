package papers

import (
	"strings"
	"testing"
)

// A block is replaced, as often as one likes; what has no place is an error.
func TestReplace(t *testing.T) {
	const page = "a\n<!-- figures: x -->\nold\n<!-- end -->\nb\n"
	got, err := Replace(page, "x", "new\n")
	if err != nil || got != "a\n<!-- figures: x -->\n\nnew\n\n<!-- end -->\nb\n" {
		t.Errorf("%q, %v", got, err)
	}
	if again, _ := Replace(got, "x", "new\n"); again != got {
		t.Errorf("the second time: %q", again)
	}
	if _, err := Replace(page, "y", ""); err == nil || !strings.Contains(err.Error(), "no block y") {
		t.Errorf("got %v", err)
	}
}
