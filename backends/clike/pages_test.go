package clike

import (
	"testing"

	"nessiec/ir/value"
)

// TestPages moves pages of mappings that are smaller and larger than what they become part of,
// and again from there: what was written to them moves along, in order, and the rest is fresh.
func TestPages(t *testing.T) {
	compiler := []string{"cc", "-std=c99"}
	needs(t, compiler[0])
	program, out, err := compile(t, Widths(value.Num{})+Source(Base)+Only(Pages)+`
static nes_mapping filled(size_t bytes, char with)
{
    nes_mapping m = nes_map(bytes);
    if (m.start == NULL)
        exit(4);
    memset(m.start, with, m.bytes);
    return m;
}

static void show(nes_mapping m)
{
    for (size_t i = 0; i < m.bytes; i += NES_HUGE_PAGE / 2)
        printf("%d", m.start[i]);
    printf(" %d\n", m.start[m.bytes - 1]);
}

int main(void)
{
    const size_t huge = NES_HUGE_PAGE;
    nes_mapping a = filled(huge + huge / 2, 1), b = filled(2 * huge, 2), c = nes_map(4 * huge + 1), d = nes_map(3 * huge + huge / 2 + 1), rest = c;
    size_t moved;
    if (!NES_MOVES_PAGES)
        return 4;
    moved = nes_move_pages(a, c);
    rest.start += moved;
    rest.bytes -= moved;
    moved += nes_move_pages(b, rest);
    printf("%d\n", (int)(moved / huge));
    show(c);
    moved = nes_move_pages(c, d);
    printf("%d\n", moved == d.bytes);
    show(d);
    nes_unmap(d);
    return 0;
}
`, compiler)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got, errors, status := start(nil, program)
	if status == 4 {
		t.Skip("the system does not move pages, so moving them cannot be tested")
	}
	if want := "3\n112222000 0\n1\n11222200 0\n"; got != want || status != 0 {
		t.Errorf("status %d, %s\n%s, not\n%s", status, errors, got, want)
	}
}
