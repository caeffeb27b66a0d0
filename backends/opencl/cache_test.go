package opencl

// The cache of built kernels: what is compiled, and what becomes of files that
// are missing, damaged, too many, or cannot be written.

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"nessiec/backends/backendtest"
	"nessiec/ir/value"
)

// adders is a program with a kernel for every number, which adds it.
func adders(names string, numbers ...int) string {
	var kernels, body, results strings.Builder
	for i, n := range numbers {
		fmt.Fprintf(&kernels, "(kernel k_%s_%d 1 (out_0:buf<global int>) (scatter) (block (store out_0 0 (prim add ((groupid) %d)))))\n", names, i, n)
		fmt.Fprintf(&body, "(alloc r_%d:buf<global int> 1) (launch k_%s_%d 1 (r_%d))\n", i, names, i, i)
		fmt.Fprintf(&results, " r_%d", i)
	}
	tuple := strings.TrimSuffix(strings.Repeat("[int], ", len(numbers)), ", ")
	types := strings.TrimSuffix(strings.Repeat("buf<global int> ", len(numbers)), " ")
	return fmt.Sprintf("%s(func f_main () (%s) (block %s (return%s)))\n(action eval it %q <%s> f_main () \"\" 0)",
		kernels.String(), types, body.String(), results.String(), "("+tuple+")", strings.ReplaceAll(tuple, ",", ""))
}

// added is what the program prints.
func added(numbers ...int) string {
	var values []string
	for _, n := range numbers {
		values = append(values, fmt.Sprintf("[%d]", n))
	}
	return fmt.Sprintf("it = (%s) : (%s)\n", strings.Join(values, ", "), strings.TrimSuffix(strings.Repeat("[int], ", len(numbers)), ", "))
}

// A cached program is run with a cache of its own.
type cached struct {
	t       *testing.T
	env     []string
	program string
	out     string
}

func cachedAdders(t *testing.T, env []string, names string, numbers ...int) *cached {
	t.Helper()
	return &cached{t, env, here.Build(t, backendtest.Parse(t, adders(names, numbers...)), backendtest.Options(value.Num{})), added(numbers...)}
}

// expect runs the program, which must compile so many kernels and take so many
// from the cache.
func (c *cached) expect(what string, compiled, fromCache int) {
	c.t.Helper()
	r := here.Run(c.t, "", "env", append(c.env, c.program, "-stats")...)
	if r.Status != 0 || r.Out != c.out {
		c.t.Fatalf("%s: status %d\n%s%s", what, r.Status, r.Out, r.Errors)
	}
	for name, want := range map[string]int{"compiled": compiled, "cached": fromCache} {
		m := regexp.MustCompile(`(?m)^stat ` + name + ` (\d+)$`).FindStringSubmatch(r.Errors)
		if m == nil || m[1] != strconv.Itoa(want) {
			c.t.Errorf("%s: %s %v, want %d", what, name, m, want)
		}
	}
}

// Kernels are shared with other programs and with later versions of one.
func TestCacheIsByKernel(t *testing.T) {
	t.Parallel()
	env := []string{"XDG_CACHE_HOME=" + t.TempDir()}
	first := cachedAdders(t, env, "f", 1, 2, 3)
	first.expect("first", 3, 0)
	first.expect("again", 0, 3)
	cachedAdders(t, env, "other", 3, 4, 1).expect("another program", 1, 2)
	first.expect("the first again", 0, 3)
	cachedAdders(t, env, "f", 1, 4, 2).expect("two units and other numbers", 0, 3)
}

// A cache that cannot be used, or must not be, changes nothing else.
func TestNoCache(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	p := cachedAdders(t, nil, "f", 1, 2)
	for what, env := range map[string][]string{
		"off":          {"XDG_CACHE_HOME=" + t.TempDir(), "NESSIEC_CACHE=off"},
		"no home":      {"-u", "XDG_CACHE_HOME", "-u", "HOME"},
		"unwritable":   {"XDG_CACHE_HOME=" + file, "POCL_CACHE_DIR=" + t.TempDir()},
		"no directory": {"XDG_CACHE_HOME=/dev/null/cache", "POCL_CACHE_DIR=" + t.TempDir()},
	} {
		p.env = env
		p.expect(what, 2, 0)
		p.expect(what+", again", 2, 0)
	}
}

// damage changes the files of a cache that match a pattern.
func damage(t *testing.T, dir, pattern string, change func(name string, text []byte)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "nessiec/kernels", pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		change(f, text)
	}
}

func overwrite(t *testing.T, name string, text []byte) {
	t.Helper()
	if err := os.WriteFile(name, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// Damaged files are as missing ones, and are replaced.
func TestDamagedCache(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := cachedAdders(t, []string{"XDG_CACHE_HOME=" + dir}, "f", 1, 2, 3)
	p.expect("first", 3, 0)
	for _, c := range []struct {
		what, pattern string
		change        func(name string, text []byte)
	}{
		{"truncated unit", "*.u", func(name string, text []byte) { overwrite(t, name, text[:len(text)-1]) }},
		{"changed unit", "*.u", func(name string, text []byte) { text[len(text)-2] ^= 1; overwrite(t, name, text) }},
		{"removed unit", "*.u", func(name string, _ []byte) { os.Remove(name) }},
		{"empty kernels", "*.k", func(name string, _ []byte) { overwrite(t, name, nil) }},
		{"changed kernels", "*.k", func(name string, text []byte) { text[len(text)-2] ^= 1; overwrite(t, name, text) }},
	} {
		damage(t, dir, c.pattern, c.change)
		p.expect(c.what, 3, 0)
		p.expect(c.what+", replaced", 0, 3)
	}
}

// Programs that write the cache at once leave it whole.
func TestConcurrentCache(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	env := []string{"XDG_CACHE_HOME=" + dir}
	a, b := cachedAdders(t, env, "a", 1, 2, 3), cachedAdders(t, env, "b", 3, 2, 4)
	var wait sync.WaitGroup
	for i := range 6 {
		c := a
		if i%2 == 1 {
			c = b
		}
		wait.Go(func() {
			if r := backendtest.Start("", "env", append(c.env, c.program)...); r.Status != 0 && !strings.Contains(r.Errors, "there is no device") || r.Status == 0 && r.Out != c.out {
				t.Errorf("status %d\n%s%s", r.Status, r.Out, r.Errors)
			}
		})
	}
	wait.Wait()
	a.expect("one", 0, 3)
	b.expect("the other", 0, 3)
	if left, _ := filepath.Glob(dir + "/nessiec/kernels/*.[uk].*"); len(left) != 0 {
		t.Errorf("temporary files are left: %v", left)
	}
}

// Beyond the limit, what was not used for longest is removed.
func TestCacheIsBounded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	env := []string{"XDG_CACHE_HOME=" + dir}
	o := backendtest.Options(value.Num{})
	small := func(names string, numbers ...int) *cached {
		t.Helper()
		return &cached{t, env, here.Build(t, backendtest.Parse(t, adders(names, numbers...)), o, "-O0", "-DNES_CACHE_BYTES=(1<<16)"), added(numbers...)}
	}
	bytes := func() (n int64) {
		damage(t, dir, "*", func(name string, text []byte) { n += (int64(len(text)) + 4095) / 4096 * 4096 })
		return n
	}
	a := small("a", 1)
	a.expect("first", 1, 0)
	for i := range 3 {
		small("b", 10+i).expect("more", 1, 0)
		if n := bytes(); n > 1<<16 {
			t.Errorf("after %d programs the cache has %d bytes", i+2, n)
		}
	}
	a.expect("the first again", 1, 0)
	a.expect("and again", 0, 1)
}
