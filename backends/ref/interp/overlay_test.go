package interp

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// Text that was appended replaced what the file had, when the program read it again.
func TestOverlayAppends(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(name, []byte("one "), 0o666); err != nil {
		t.Fatal(err)
	}
	files := Overlay{MemFiles{}}
	w, err := files.Create(name, true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, "two"); err != nil {
		t.Fatal(err)
	}
	r, err := files.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	seen, _ := io.ReadAll(r)
	kept, _ := os.ReadFile(name)
	if string(seen) != "one two" || string(kept) != "one " {
		t.Errorf("the program reads %q, the file has %q", seen, kept)
	}
}
