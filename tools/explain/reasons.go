package explain

import (
	"regexp"
	"sync"
)

// A reason is what passes say, and what it means for somebody who has not read them.
type reason struct {
	text    func() *regexp.Regexp // made when it is tried: most commands explain nothing
	meaning string
}

const notFound = "this planner did not find that they can be"

func r(text, meaning string) reason {
	return reason{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) }), meaning}
}

// reasons are in the order in which they are tried.
var reasons = []reason{
	r(`^the host comes between them`, "The host runs kernels one after another. Where it calls a function, decides, repeats or has an effect in between, or reads a number from the device that the second kernel depends on (a size, a check), the first kernel has to be over."),
	r(`^\d+ and \d+ are fused with them, and `, "Each of the two is one kernel with others already, and of these two are apart for the reason that follows."),
	r(`needs? all of .*, which the other makes|reads other elements of what the other makes`, "The second reads elements other than the one at its own index (or a total), and these may be computed at the same time by other threads: all have to be there before it starts."),
	r(`elements of .* are not known until all are`, "The first makes each of these from several elements (a sum of a row, a scan, a sort, a write at indices), which different threads look at, so none is certain until the kernel is over."),
	r(`needs to know how many elements the other keeps`, "How many elements a filter keeps is known at its end, and the second goes over just as many."),
	r(`an update is a kernel by itself`, "Elements are replaced in place, in an order that matters; nothing else runs in that kernel."),
	r(`reads what the other writes to in place`, "The second writes into the memory that the first still reads."),
	r(`their sizes differ`, "A kernel goes over one index space. These two go over different numbers of elements, or over numbers that are not known to be equal: lengths are, if they come from the same sequence or are checked to be equal, as in {x + y : x in a; y in b}."),
	r(`their segments differ`, "Both go over the rows of a nested sequence, but rows of different lengths."),
	r(`one needs segments, the other must not have them`, "One goes over rows of a nested sequence, the other over all elements at once."),
	r(`they keep different elements`, "Two filters with different conditions: each has places of its own for what it keeps."),
	r(`they do different things with their elements`, "A kernel ends in one kind of result: a reduction, a scan, a filter, writes at indices. These end in different ones."),
	r(`needs all that the other makes`, "The second scan starts from the results of the first."),
	r(`one fails, the other looks at elements twice|one fails, and filters look at elements twice`, "One has a run-time check (an index, a division). The other computes its elements twice, so it would be checked twice, and which error comes first would change. -unsafe has no checks."),
	r(`one fails, the other looks at selected elements only`, "One has a run-time check (an index, a division) that holds for all elements, or the program stops. The other computes those alone that a filter keeps."),
	r(`one is dear, the other looks at elements twice|would compute again what is dear`, "Fusing would compute elements twice that cost much (a loop, a function like exp)."),
	r(`one scan is inclusive, the other is not|one scan has an entry for all elements`, "Two scans of different kinds."),
	r(`one makes scalars, the other does not end in any`, "Scalars are computed where a reduction ends, and there is none that goes with both."),
	r(`one needs what the other makes first`, "The second starts from a scalar that the first makes at its end."),
	r(`needs the places of the elements that the other keeps`, "The second moves elements of what is kept (a scan, a sort, a permutation), so it needs them in their final places."),
	r(`uses positions among the elements that the other keeps|at places among the elements that the other keeps`, "The second uses the index of an element among those that are kept, which is not known where the filter looks at it."),
	r(`the other keeps the size`, "What is kept is not packed: the array stays as long as before."),
	r(`ranks of what the first filter keeps are needed`, "A filter of what a filter keeps, and something else needs the places of the first."),
	r(`makes an array of elements that the other keeps`, "The reduction also stores the elements that are kept, so these need their places."),
	r(`is needed elsewhere, and a kernel of both cannot make it`, "The array would not be stored if the two were one, and something else reads it."),
	r(`what is copied there cannot be with the other`, "What is computed again in one of them reads what the other makes."),
	r(`a kernel of both has more parameters than drivers take`, "Arrays and numbers of a kernel are its parameters, of which drivers take so many bytes only."),
	r(`a filter is two kernels`, "A filter goes over its elements twice: the places of those that it keeps depend on how many are kept before."),
	r(`others that have to be with them cannot be together`, "The two could be one only with a third kernel, and that cannot be with one of them."),
	r(`clusters would wait for each other`, "Some third kernel needs a result of one of them and is needed by the other: in one kernel they would wait for each other."),
	r(`the host would wait`, "As one kernel they would make the host wait for the device more often, which takes longer than a launch."),
	r(`^invocation`, "As one kernel, something between them would have no place: an array that is needed elsewhere, or a kernel that has to be with both."),
	r(notFound, "Nothing speaks against one kernel; -O2 searches for a better plan."),
}

// Meaning is what a reason means; "" if it says all there is.
func Meaning(why string) string {
	for _, r := range reasons {
		if r.text().MatchString(why) {
			return r.meaning
		}
	}
	return ""
}
