package data

// Members of objects that are chosen by name.

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

// chosen reads a list of objects as a sequence of type t, or one object as a value of
// type t: the members with these names.
func (r *jsonReader) chosen(t *types.Type, names []string) (value.Value, error) {
	tok, err := r.token()
	if err != nil {
		return nil, brokenJSON(err)
	}
	if tok != json.Delim('[') || t.Kind != types.KSeq {
		return r.membersAfter(tok, t, names)
	}
	out := value.NewBuilder(t.Elem(), 0)
	for !r.ends() {
		v, err := r.members(t.Elem(), names)
		if err != nil {
			return nil, err
		}
		out.Append(v)
	}
	return out.Seq(), r.end()
}

// members reads an object as a value of type t, whose components are the members with
// these names.
func (r *jsonReader) members(t *types.Type, names []string) (value.Value, error) {
	tok, err := r.token()
	if err != nil {
		return nil, brokenJSON(err)
	}
	return r.membersAfter(tok, t, names)
}

// membersAfter is members after the first token.
func (r *jsonReader) membersAfter(tok json.Token, t *types.Type, names []string) (value.Value, error) {
	parts, err := chosenTypes(t, len(names))
	if err != nil {
		return nil, err
	}
	if tok != json.Delim('{') {
		return nil, fmt.Errorf("expected an object with %s, found %s", listed(names), describeToken(tok))
	}
	out := make([]value.Value, len(names))
	var there []string
	for !r.ends() {
		tok, err := r.token()
		if err != nil {
			return nil, brokenJSON(err)
		}
		key := tok.(string)
		there = append(there, key)
		i := slices.Index(names, key)
		switch {
		case i < 0:
			var other json.RawMessage
			if err := r.d.Decode(&other); err != nil {
				return nil, brokenJSON(err)
			}
			continue
		case out[i] != nil:
			return nil, &Problem{Column: key, Msg: "the object has the member " + strconv.Quote(key) + " twice"}
		}
		if out[i], err = r.value(parts[i]); err != nil {
			return nil, &Problem{Column: key, Msg: err.Error()}
		}
	}
	if i := slices.Index(out, nil); i >= 0 {
		return nil, missingColumn(names[i], there)
	}
	return joined(out, t), r.end()
}

// chosenTypes is the types of n columns that make an element of type t.
func chosenTypes(t *types.Type, n int) ([]*types.Type, error) {
	if n == 1 {
		return []*types.Type{t}, nil
	}
	parts := components(t)
	if len(parts) != n {
		return nil, misnumbered(t, len(parts), n)
	}
	return parts, nil
}

// joined is an element of type t from the values of columns.
func joined(columns []value.Value, t *types.Type) value.Value {
	if len(columns) == 1 {
		return columns[0]
	}
	return assemble(&columns, t)
}
