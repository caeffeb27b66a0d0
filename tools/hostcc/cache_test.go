package hostcc

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What is compiled for a processor is not taken for another: machines that share a cache ran
// programs whose instructions they did not have.
func TestProcessor(t *testing.T) {
	here := processor
	defer func() { processor = here }()
	keys := map[string]bool{}
	for _, flags := range []string{"sse2", "sse2 avx2"} {
		processor = func() string { return flags }
		keys[compiler(exec.Command("cc", "-march=native"), "")] = true
		keys[compiler(exec.Command("cc"), "")] = true
	}
	if len(keys) != 3 {
		t.Errorf("%d keys", len(keys))
	}
}

// The files that were not used for longest are removed.
func TestCacheBound(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	c := OpenCache("host")
	c.Limit = 1000
	put := func(name string, bytes int) {
		t.Helper()
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, filled(name, bytes), 0o666); err != nil {
			t.Fatal(err)
		}
		c.Put(Key(name), file)
	}
	put("a", 400)
	put("b", 400)
	if c.Get(Key("a")) == "" || c.Get(Key("b")) == "" || c.Get(Key("a")) == "" {
		t.Error("files within the limit are removed")
	}
	put("c", 500) // then 1300 bytes: b goes, and a
	for name, want := range map[string]bool{"a": false, "b": false, "c": true} {
		if got := c.Get(Key(name)) != ""; got != want {
			t.Errorf("%s is there: %v", name, got)
		}
	}
	if (Cache{}).Get("a") != "" {
		t.Error("no cache has a file")
	}
}

// filled is that many bytes, which differ by name.
func filled(name string, n int) []byte { return []byte(strings.Repeat(name, n)) }
