package atomicfile

import (
	"os"
	"path/filepath"
	"testing"
)

// With -o /dev/null, root replaced the device by a file.
func TestWriteThrough(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, []byte("before"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err)
	}
	if err := Write(link, []byte("after"), 0o666); err != nil {
		t.Fatal(err)
	}
	if is, err := os.Lstat(link); err != nil || is.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", is, err)
	}
	if got, err := os.ReadFile(file); string(got) != "after" {
		t.Errorf("the file has %q, %v", got, err)
	}
	if err := Write(dir, nil, 0o666); err == nil {
		t.Error("a directory was written")
	}
}
