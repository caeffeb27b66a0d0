// Package papers is about the papers that this compiler follows (docs/papers.md). Its tests
// hold their worked examples, as golden cases at the levels that the papers show: what is
// wrong in an example as printed is listed where it was corrected. What it exports writes
// figures into documents.
//
//	figures/   counts: launches, elements moved, lines of programs
//	evaluate/  times, and the page of the evaluation
package papers
