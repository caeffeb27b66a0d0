package sexp

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// show is a structural view: lists in braces, atoms with bars.
func show(n *Node) string {
	if !n.List {
		return "|" + n.Atom + "|"
	}
	s := "{"
	for _, k := range n.Kids {
		s += show(k)
	}
	return s + "}"
}

func TestRead(t *testing.T) {
	for src, want := range map[string]string{
		"a (b () c)":                            "|a|{|b|{}|c|}",
		"(x:[<int float>] y:vec<int#add{2,a}>)": "{|x:[<int float>]||y:vec<int#add{2,a}>|}",
		";; words (\n(a ; more )\n b)":          "{|a||b|}",
		`(s "a \" ; ( b" c"d")`:                 `{|s||"a \" ; ( b"||c||"d"|}`,
		"(a)(b)":                                "{|a|}{|b|}",
		"a> b] c":                               "|a>||b]||c|",
	} {
		ns, err := Parse(src)
		got := ""
		for _, n := range ns {
			got += show(n)
		}
		if err != nil || got != want {
			t.Errorf("%s\n got %s, %v\nwant %s", src, got, err, want)
		}
	}
}

func TestReadErrors(t *testing.T) {
	for src, want := range map[string]string{
		"a\n (b":      "2:2: unclosed (",
		"(a) )":       "1:5: unexpected )",
		"(a [b\n c])": "1:4: unclosed bracket in [b",
		"(a [b":       "1:4: unclosed bracket in [b",
		"(a \"b\n\")": "1:4: unclosed string",
		"(a \"b":      "1:4: unclosed string",
	} {
		if _, err := Parse(src); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", src, err, want)
		}
	}
}

// tree makes a random tree.
func tree(r *rand.Rand, depth int) *Node {
	if depth == 0 || r.Intn(4) == 0 {
		return A(strings.Repeat("a", 1+r.Intn(12)))
	}
	n := L(A("head"))
	n.Chain, n.Lines = r.Intn(5) == 0, r.Intn(5) == 0
	for range r.Intn(6) {
		n.Add(tree(r, depth-1))
	}
	return n
}

// Whatever the layout, the reader gives the tree back, and no line is too long
// unless an atom is.
func TestPrint(t *testing.T) {
	for seed := range int64(200) {
		n := tree(rand.New(rand.NewSource(seed)), 6)
		text := n.String()
		back, err := Parse(text)
		if err != nil || len(back) != 1 || show(back[0]) != show(n) {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		for _, l := range strings.Split(text, "\n") {
			if len(l) > lineWidth+12 {
				t.Errorf("seed %d: a line of %d bytes: %s", seed, len(l), l)
			}
		}
	}
}

// The text of a deep tree is linear in the tree.
func TestDeep(t *testing.T) {
	n := A("x")
	for range 20000 {
		n = L(A("if"), A("c"), n, A("y"))
	}
	if s := n.String(); len(s) > 20000*2*(maxIndent+10) {
		t.Errorf("%d bytes", len(s))
	} else if _, err := Parse(s); err != nil {
		t.Error(err)
	}
}

func ExampleNode_String() {
	ns, _ := Parse("(let x:int (add 1 2) (let y:int (add x x) (mul y y)))")
	for n := ns[0]; n.List; n = n.Kids[len(n.Kids)-1] {
		n.Chain = n.Head() == "let"
	}
	fmt.Println(ns[0])
	// Output:
	// (let x:int (add 1 2)
	// (let y:int (add x x) (mul y y)))
}
