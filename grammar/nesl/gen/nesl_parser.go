// Code generated from Nesl.g4 by gen.sh. DO NOT EDIT.

package gen // Nesl
import (
	"fmt"
	"strconv"
	"sync"

	"github.com/antlr4-go/antlr/v4"
)

// Suppress unused import errors
var _ = fmt.Printf
var _ = strconv.Itoa
var _ = sync.Once{}

type NeslParser struct {
	*antlr.BaseParser
}

var NeslParserStaticData struct {
	once                   sync.Once
	serializedATN          []int32
	LiteralNames           []string
	SymbolicNames          []string
	RuleNames              []string
	PredictionContextCache *antlr.PredictionContextCache
	atn                    *antlr.ATN
	decisionToDFA          []*antlr.DFA
}

func neslParserInit() {
	staticData := &NeslParserStaticData
	staticData.LiteralNames = []string{
		"", "'if'", "'then'", "'else'", "'case'", "'of'", "'let'", "'in'", "'function'",
		"'datatype'", "'time'", "'and'", "'or'", "'nand'", "'nor'", "'xor'",
		"", "", "'->'", "'<-'", "'=>'", "'::'", "':='", "'++'", "'/='", "'=='",
		"'<='", "'>='", "'&='", "'|='", "'||'", "'+'", "'-'", "'*'", "'/'",
		"'^'", "'#'", "'@'", "'<'", "'>'", "','", "'='", "':'", "'|'", "", "'('",
		"')'", "'['", "']'", "'{'", "'}'", "", "", "", "", "", "", "", "", "",
		"'`'",
	}
	staticData.SymbolicNames = []string{
		"", "IF", "THEN", "ELSE", "CASE", "OF", "LET", "IN", "FUNCTION", "DATATYPE",
		"TIME", "AND", "OR", "NAND", "NOR", "XOR", "BOOL", "RESERVED", "RARROW",
		"LARROW", "DARROW", "COLONCOLON", "COLONEQ", "PLUSPLUS", "NE", "EQ",
		"LE", "GE", "AMPASSIGN", "BARASSIGN", "BARBAR", "PLUS", "MINUS", "STAR",
		"SLASH", "CARET", "HASH", "AT", "LT", "GT", "COMMA", "EQUALS", "COLON",
		"BAR", "SEMI", "LPAREN", "RPAREN", "LBRACK", "RBRACK", "LBRACE", "RBRACE",
		"INT", "FLOAT", "CHAR", "STRING", "NAME", "SPACE", "COMMENT", "OPEN_COMMENT",
		"OPEN_STRING", "OPEN_CHAR", "STRAY",
	}
	staticData.RuleNames = []string{
		"program", "form", "function", "parameter", "signature", "context",
		"bound", "datatype", "alternative", "statement", "expr", "pattern",
		"type", "item", "atom", "operator", "paren", "bracket", "brace", "generator",
		"tail", "arm", "binding",
	}
	staticData.PredictionContextCache = antlr.NewPredictionContextCache()
	staticData.serializedATN = []int32{
		4, 1, 61, 258, 2, 0, 7, 0, 2, 1, 7, 1, 2, 2, 7, 2, 2, 3, 7, 3, 2, 4, 7,
		4, 2, 5, 7, 5, 2, 6, 7, 6, 2, 7, 7, 7, 2, 8, 7, 8, 2, 9, 7, 9, 2, 10, 7,
		10, 2, 11, 7, 11, 2, 12, 7, 12, 2, 13, 7, 13, 2, 14, 7, 14, 2, 15, 7, 15,
		2, 16, 7, 16, 2, 17, 7, 17, 2, 18, 7, 18, 2, 19, 7, 19, 2, 20, 7, 20, 2,
		21, 7, 21, 2, 22, 7, 22, 1, 0, 1, 0, 5, 0, 49, 8, 0, 10, 0, 12, 0, 52,
		9, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1, 3, 1, 59, 8, 1, 1, 1, 1, 1, 1, 2, 1,
		2, 1, 2, 1, 2, 1, 2, 3, 2, 68, 8, 2, 1, 2, 1, 2, 3, 2, 72, 8, 2, 1, 3,
		1, 3, 3, 3, 76, 8, 3, 1, 4, 1, 4, 1, 4, 1, 4, 3, 4, 82, 8, 4, 3, 4, 84,
		8, 4, 1, 5, 1, 5, 1, 5, 1, 5, 1, 5, 5, 5, 91, 8, 5, 10, 5, 12, 5, 94, 9,
		5, 1, 5, 1, 5, 1, 5, 1, 5, 1, 5, 5, 5, 101, 8, 5, 10, 5, 12, 5, 104, 9,
		5, 3, 5, 106, 8, 5, 1, 6, 1, 6, 1, 6, 1, 6, 1, 7, 1, 7, 1, 7, 3, 7, 115,
		8, 7, 1, 7, 1, 7, 1, 7, 1, 7, 5, 7, 121, 8, 7, 10, 7, 12, 7, 124, 9, 7,
		3, 7, 126, 8, 7, 1, 7, 3, 7, 129, 8, 7, 1, 8, 1, 8, 3, 8, 133, 8, 8, 1,
		9, 1, 9, 1, 9, 3, 9, 138, 8, 9, 1, 10, 4, 10, 141, 8, 10, 11, 10, 12, 10,
		142, 1, 10, 3, 10, 146, 8, 10, 1, 10, 3, 10, 149, 8, 10, 1, 11, 1, 11,
		1, 12, 1, 12, 1, 13, 1, 13, 1, 13, 1, 13, 1, 13, 3, 13, 160, 8, 13, 1,
		14, 1, 14, 1, 15, 1, 15, 1, 16, 1, 16, 3, 16, 168, 8, 16, 1, 16, 1, 16,
		1, 17, 1, 17, 1, 17, 1, 17, 1, 17, 1, 17, 3, 17, 178, 8, 17, 3, 17, 180,
		8, 17, 3, 17, 182, 8, 17, 1, 17, 1, 17, 1, 18, 1, 18, 1, 18, 1, 18, 1,
		18, 1, 18, 3, 18, 192, 8, 18, 1, 18, 1, 18, 5, 18, 196, 8, 18, 10, 18,
		12, 18, 199, 9, 18, 1, 18, 1, 18, 3, 18, 203, 8, 18, 1, 18, 1, 18, 1, 19,
		1, 19, 1, 19, 3, 19, 210, 8, 19, 1, 20, 1, 20, 1, 20, 1, 20, 1, 20, 1,
		20, 1, 20, 1, 20, 1, 20, 1, 20, 1, 20, 5, 20, 223, 8, 20, 10, 20, 12, 20,
		226, 9, 20, 1, 20, 3, 20, 229, 8, 20, 1, 20, 1, 20, 1, 20, 1, 20, 1, 20,
		1, 20, 1, 20, 1, 20, 1, 20, 5, 20, 240, 8, 20, 10, 20, 12, 20, 243, 9,
		20, 3, 20, 245, 8, 20, 1, 21, 1, 21, 3, 21, 249, 8, 21, 1, 21, 1, 21, 1,
		21, 1, 22, 1, 22, 1, 22, 1, 22, 1, 22, 0, 0, 23, 0, 2, 4, 6, 8, 10, 12,
		14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 0, 4, 1,
		1, 44, 44, 2, 0, 28, 29, 41, 41, 3, 0, 10, 10, 16, 16, 51, 55, 4, 0, 11,
		15, 18, 20, 22, 27, 30, 40, 275, 0, 50, 1, 0, 0, 0, 2, 58, 1, 0, 0, 0,
		4, 62, 1, 0, 0, 0, 6, 75, 1, 0, 0, 0, 8, 77, 1, 0, 0, 0, 10, 85, 1, 0,
		0, 0, 12, 107, 1, 0, 0, 0, 14, 111, 1, 0, 0, 0, 16, 130, 1, 0, 0, 0, 18,
		134, 1, 0, 0, 0, 20, 148, 1, 0, 0, 0, 22, 150, 1, 0, 0, 0, 24, 152, 1,
		0, 0, 0, 26, 159, 1, 0, 0, 0, 28, 161, 1, 0, 0, 0, 30, 163, 1, 0, 0, 0,
		32, 165, 1, 0, 0, 0, 34, 171, 1, 0, 0, 0, 36, 185, 1, 0, 0, 0, 38, 206,
		1, 0, 0, 0, 40, 244, 1, 0, 0, 0, 42, 246, 1, 0, 0, 0, 44, 253, 1, 0, 0,
		0, 46, 49, 3, 2, 1, 0, 47, 49, 5, 44, 0, 0, 48, 46, 1, 0, 0, 0, 48, 47,
		1, 0, 0, 0, 49, 52, 1, 0, 0, 0, 50, 48, 1, 0, 0, 0, 50, 51, 1, 0, 0, 0,
		51, 53, 1, 0, 0, 0, 52, 50, 1, 0, 0, 0, 53, 54, 5, 0, 0, 1, 54, 1, 1, 0,
		0, 0, 55, 59, 3, 4, 2, 0, 56, 59, 3, 14, 7, 0, 57, 59, 3, 18, 9, 0, 58,
		55, 1, 0, 0, 0, 58, 56, 1, 0, 0, 0, 58, 57, 1, 0, 0, 0, 59, 60, 1, 0, 0,
		0, 60, 61, 7, 0, 0, 0, 61, 3, 1, 0, 0, 0, 62, 63, 5, 8, 0, 0, 63, 64, 5,
		55, 0, 0, 64, 67, 3, 6, 3, 0, 65, 68, 3, 8, 4, 0, 66, 68, 5, 54, 0, 0,
		67, 65, 1, 0, 0, 0, 67, 66, 1, 0, 0, 0, 67, 68, 1, 0, 0, 0, 68, 71, 1,
		0, 0, 0, 69, 70, 5, 41, 0, 0, 70, 72, 3, 20, 10, 0, 71, 69, 1, 0, 0, 0,
		71, 72, 1, 0, 0, 0, 72, 5, 1, 0, 0, 0, 73, 76, 5, 55, 0, 0, 74, 76, 3,
		32, 16, 0, 75, 73, 1, 0, 0, 0, 75, 74, 1, 0, 0, 0, 76, 7, 1, 0, 0, 0, 77,
		78, 5, 42, 0, 0, 78, 83, 3, 24, 12, 0, 79, 81, 3, 10, 5, 0, 80, 82, 5,
		54, 0, 0, 81, 80, 1, 0, 0, 0, 81, 82, 1, 0, 0, 0, 82, 84, 1, 0, 0, 0, 83,
		79, 1, 0, 0, 0, 83, 84, 1, 0, 0, 0, 84, 9, 1, 0, 0, 0, 85, 105, 5, 21,
		0, 0, 86, 87, 5, 45, 0, 0, 87, 92, 3, 12, 6, 0, 88, 89, 5, 44, 0, 0, 89,
		91, 3, 12, 6, 0, 90, 88, 1, 0, 0, 0, 91, 94, 1, 0, 0, 0, 92, 90, 1, 0,
		0, 0, 92, 93, 1, 0, 0, 0, 93, 95, 1, 0, 0, 0, 94, 92, 1, 0, 0, 0, 95, 96,
		5, 46, 0, 0, 96, 106, 1, 0, 0, 0, 97, 102, 3, 12, 6, 0, 98, 99, 5, 44,
		0, 0, 99, 101, 3, 12, 6, 0, 100, 98, 1, 0, 0, 0, 101, 104, 1, 0, 0, 0,
		102, 100, 1, 0, 0, 0, 102, 103, 1, 0, 0, 0, 103, 106, 1, 0, 0, 0, 104,
		102, 1, 0, 0, 0, 105, 86, 1, 0, 0, 0, 105, 97, 1, 0, 0, 0, 106, 11, 1,
		0, 0, 0, 107, 108, 5, 55, 0, 0, 108, 109, 5, 7, 0, 0, 109, 110, 5, 55,
		0, 0, 110, 13, 1, 0, 0, 0, 111, 112, 5, 9, 0, 0, 112, 114, 5, 55, 0, 0,
		113, 115, 3, 24, 12, 0, 114, 113, 1, 0, 0, 0, 114, 115, 1, 0, 0, 0, 115,
		125, 1, 0, 0, 0, 116, 117, 5, 41, 0, 0, 117, 122, 3, 16, 8, 0, 118, 119,
		5, 43, 0, 0, 119, 121, 3, 16, 8, 0, 120, 118, 1, 0, 0, 0, 121, 124, 1,
		0, 0, 0, 122, 120, 1, 0, 0, 0, 122, 123, 1, 0, 0, 0, 123, 126, 1, 0, 0,
		0, 124, 122, 1, 0, 0, 0, 125, 116, 1, 0, 0, 0, 125, 126, 1, 0, 0, 0, 126,
		128, 1, 0, 0, 0, 127, 129, 3, 10, 5, 0, 128, 127, 1, 0, 0, 0, 128, 129,
		1, 0, 0, 0, 129, 15, 1, 0, 0, 0, 130, 132, 5, 55, 0, 0, 131, 133, 3, 32,
		16, 0, 132, 131, 1, 0, 0, 0, 132, 133, 1, 0, 0, 0, 133, 17, 1, 0, 0, 0,
		134, 137, 3, 20, 10, 0, 135, 136, 7, 1, 0, 0, 136, 138, 3, 20, 10, 0, 137,
		135, 1, 0, 0, 0, 137, 138, 1, 0, 0, 0, 138, 19, 1, 0, 0, 0, 139, 141, 3,
		26, 13, 0, 140, 139, 1, 0, 0, 0, 141, 142, 1, 0, 0, 0, 142, 140, 1, 0,
		0, 0, 142, 143, 1, 0, 0, 0, 143, 145, 1, 0, 0, 0, 144, 146, 3, 40, 20,
		0, 145, 144, 1, 0, 0, 0, 145, 146, 1, 0, 0, 0, 146, 149, 1, 0, 0, 0, 147,
		149, 3, 40, 20, 0, 148, 140, 1, 0, 0, 0, 148, 147, 1, 0, 0, 0, 149, 21,
		1, 0, 0, 0, 150, 151, 3, 20, 10, 0, 151, 23, 1, 0, 0, 0, 152, 153, 3, 20,
		10, 0, 153, 25, 1, 0, 0, 0, 154, 160, 3, 28, 14, 0, 155, 160, 3, 30, 15,
		0, 156, 160, 3, 32, 16, 0, 157, 160, 3, 34, 17, 0, 158, 160, 3, 36, 18,
		0, 159, 154, 1, 0, 0, 0, 159, 155, 1, 0, 0, 0, 159, 156, 1, 0, 0, 0, 159,
		157, 1, 0, 0, 0, 159, 158, 1, 0, 0, 0, 160, 27, 1, 0, 0, 0, 161, 162, 7,
		2, 0, 0, 162, 29, 1, 0, 0, 0, 163, 164, 7, 3, 0, 0, 164, 31, 1, 0, 0, 0,
		165, 167, 5, 45, 0, 0, 166, 168, 3, 20, 10, 0, 167, 166, 1, 0, 0, 0, 167,
		168, 1, 0, 0, 0, 168, 169, 1, 0, 0, 0, 169, 170, 5, 46, 0, 0, 170, 33,
		1, 0, 0, 0, 171, 181, 5, 47, 0, 0, 172, 179, 3, 20, 10, 0, 173, 174, 5,
		42, 0, 0, 174, 177, 3, 20, 10, 0, 175, 176, 5, 42, 0, 0, 176, 178, 3, 20,
		10, 0, 177, 175, 1, 0, 0, 0, 177, 178, 1, 0, 0, 0, 178, 180, 1, 0, 0, 0,
		179, 173, 1, 0, 0, 0, 179, 180, 1, 0, 0, 0, 180, 182, 1, 0, 0, 0, 181,
		172, 1, 0, 0, 0, 181, 182, 1, 0, 0, 0, 182, 183, 1, 0, 0, 0, 183, 184,
		5, 48, 0, 0, 184, 35, 1, 0, 0, 0, 185, 186, 5, 49, 0, 0, 186, 191, 3, 20,
		10, 0, 187, 188, 5, 42, 0, 0, 188, 192, 3, 38, 19, 0, 189, 190, 5, 7, 0,
		0, 190, 192, 3, 20, 10, 0, 191, 187, 1, 0, 0, 0, 191, 189, 1, 0, 0, 0,
		191, 192, 1, 0, 0, 0, 192, 197, 1, 0, 0, 0, 193, 194, 5, 44, 0, 0, 194,
		196, 3, 38, 19, 0, 195, 193, 1, 0, 0, 0, 196, 199, 1, 0, 0, 0, 197, 195,
		1, 0, 0, 0, 197, 198, 1, 0, 0, 0, 198, 202, 1, 0, 0, 0, 199, 197, 1, 0,
		0, 0, 200, 201, 5, 43, 0, 0, 201, 203, 3, 20, 10, 0, 202, 200, 1, 0, 0,
		0, 202, 203, 1, 0, 0, 0, 203, 204, 1, 0, 0, 0, 204, 205, 5, 50, 0, 0, 205,
		37, 1, 0, 0, 0, 206, 209, 3, 22, 11, 0, 207, 208, 5, 7, 0, 0, 208, 210,
		3, 20, 10, 0, 209, 207, 1, 0, 0, 0, 209, 210, 1, 0, 0, 0, 210, 39, 1, 0,
		0, 0, 211, 212, 5, 1, 0, 0, 212, 213, 3, 20, 10, 0, 213, 214, 5, 2, 0,
		0, 214, 215, 3, 20, 10, 0, 215, 216, 5, 3, 0, 0, 216, 217, 3, 20, 10, 0,
		217, 245, 1, 0, 0, 0, 218, 219, 5, 6, 0, 0, 219, 224, 3, 44, 22, 0, 220,
		221, 5, 44, 0, 0, 221, 223, 3, 44, 22, 0, 222, 220, 1, 0, 0, 0, 223, 226,
		1, 0, 0, 0, 224, 222, 1, 0, 0, 0, 224, 225, 1, 0, 0, 0, 225, 228, 1, 0,
		0, 0, 226, 224, 1, 0, 0, 0, 227, 229, 5, 44, 0, 0, 228, 227, 1, 0, 0, 0,
		228, 229, 1, 0, 0, 0, 229, 230, 1, 0, 0, 0, 230, 231, 5, 7, 0, 0, 231,
		232, 3, 20, 10, 0, 232, 245, 1, 0, 0, 0, 233, 234, 5, 4, 0, 0, 234, 235,
		3, 20, 10, 0, 235, 236, 5, 5, 0, 0, 236, 241, 3, 42, 21, 0, 237, 238, 5,
		43, 0, 0, 238, 240, 3, 42, 21, 0, 239, 237, 1, 0, 0, 0, 240, 243, 1, 0,
		0, 0, 241, 239, 1, 0, 0, 0, 241, 242, 1, 0, 0, 0, 242, 245, 1, 0, 0, 0,
		243, 241, 1, 0, 0, 0, 244, 211, 1, 0, 0, 0, 244, 218, 1, 0, 0, 0, 244,
		233, 1, 0, 0, 0, 245, 41, 1, 0, 0, 0, 246, 248, 5, 55, 0, 0, 247, 249,
		3, 32, 16, 0, 248, 247, 1, 0, 0, 0, 248, 249, 1, 0, 0, 0, 249, 250, 1,
		0, 0, 0, 250, 251, 5, 20, 0, 0, 251, 252, 3, 20, 10, 0, 252, 43, 1, 0,
		0, 0, 253, 254, 3, 22, 11, 0, 254, 255, 5, 41, 0, 0, 255, 256, 3, 20, 10,
		0, 256, 45, 1, 0, 0, 0, 34, 48, 50, 58, 67, 71, 75, 81, 83, 92, 102, 105,
		114, 122, 125, 128, 132, 137, 142, 145, 148, 159, 167, 177, 179, 181, 191,
		197, 202, 209, 224, 228, 241, 244, 248,
	}
	deserializer := antlr.NewATNDeserializer(nil)
	staticData.atn = deserializer.Deserialize(staticData.serializedATN)
	atn := staticData.atn
	staticData.decisionToDFA = make([]*antlr.DFA, len(atn.DecisionToState))
	decisionToDFA := staticData.decisionToDFA
	for index, state := range atn.DecisionToState {
		decisionToDFA[index] = antlr.NewDFA(state, index)
	}
}

// NeslParserInit initializes any static state used to implement NeslParser. By default the
// static state used to implement the parser is lazily initialized during the first call to
// NewNeslParser(). You can call this function if you wish to initialize the static state ahead
// of time.
func NeslParserInit() {
	staticData := &NeslParserStaticData
	staticData.once.Do(neslParserInit)
}

// NewNeslParser produces a new parser instance for the optional input antlr.TokenStream.
func NewNeslParser(input antlr.TokenStream) *NeslParser {
	NeslParserInit()
	this := new(NeslParser)
	this.BaseParser = antlr.NewBaseParser(input)
	staticData := &NeslParserStaticData
	this.Interpreter = antlr.NewParserATNSimulator(this, staticData.atn, staticData.decisionToDFA, staticData.PredictionContextCache)
	this.RuleNames = staticData.RuleNames
	this.LiteralNames = staticData.LiteralNames
	this.SymbolicNames = staticData.SymbolicNames
	this.GrammarFileName = "Nesl.g4"

	return this
}

// NeslParser tokens.
const (
	NeslParserEOF          = antlr.TokenEOF
	NeslParserIF           = 1
	NeslParserTHEN         = 2
	NeslParserELSE         = 3
	NeslParserCASE         = 4
	NeslParserOF           = 5
	NeslParserLET          = 6
	NeslParserIN           = 7
	NeslParserFUNCTION     = 8
	NeslParserDATATYPE     = 9
	NeslParserTIME         = 10
	NeslParserAND          = 11
	NeslParserOR           = 12
	NeslParserNAND         = 13
	NeslParserNOR          = 14
	NeslParserXOR          = 15
	NeslParserBOOL         = 16
	NeslParserRESERVED     = 17
	NeslParserRARROW       = 18
	NeslParserLARROW       = 19
	NeslParserDARROW       = 20
	NeslParserCOLONCOLON   = 21
	NeslParserCOLONEQ      = 22
	NeslParserPLUSPLUS     = 23
	NeslParserNE           = 24
	NeslParserEQ           = 25
	NeslParserLE           = 26
	NeslParserGE           = 27
	NeslParserAMPASSIGN    = 28
	NeslParserBARASSIGN    = 29
	NeslParserBARBAR       = 30
	NeslParserPLUS         = 31
	NeslParserMINUS        = 32
	NeslParserSTAR         = 33
	NeslParserSLASH        = 34
	NeslParserCARET        = 35
	NeslParserHASH         = 36
	NeslParserAT           = 37
	NeslParserLT           = 38
	NeslParserGT           = 39
	NeslParserCOMMA        = 40
	NeslParserEQUALS       = 41
	NeslParserCOLON        = 42
	NeslParserBAR          = 43
	NeslParserSEMI         = 44
	NeslParserLPAREN       = 45
	NeslParserRPAREN       = 46
	NeslParserLBRACK       = 47
	NeslParserRBRACK       = 48
	NeslParserLBRACE       = 49
	NeslParserRBRACE       = 50
	NeslParserINT          = 51
	NeslParserFLOAT        = 52
	NeslParserCHAR         = 53
	NeslParserSTRING       = 54
	NeslParserNAME         = 55
	NeslParserSPACE        = 56
	NeslParserCOMMENT      = 57
	NeslParserOPEN_COMMENT = 58
	NeslParserOPEN_STRING  = 59
	NeslParserOPEN_CHAR    = 60
	NeslParserSTRAY        = 61
)

// NeslParser rules.
const (
	NeslParserRULE_program     = 0
	NeslParserRULE_form        = 1
	NeslParserRULE_function    = 2
	NeslParserRULE_parameter   = 3
	NeslParserRULE_signature   = 4
	NeslParserRULE_context     = 5
	NeslParserRULE_bound       = 6
	NeslParserRULE_datatype    = 7
	NeslParserRULE_alternative = 8
	NeslParserRULE_statement   = 9
	NeslParserRULE_expr        = 10
	NeslParserRULE_pattern     = 11
	NeslParserRULE_type        = 12
	NeslParserRULE_item        = 13
	NeslParserRULE_atom        = 14
	NeslParserRULE_operator    = 15
	NeslParserRULE_paren       = 16
	NeslParserRULE_bracket     = 17
	NeslParserRULE_brace       = 18
	NeslParserRULE_generator   = 19
	NeslParserRULE_tail        = 20
	NeslParserRULE_arm         = 21
	NeslParserRULE_binding     = 22
)

// IProgramContext is an interface to support dynamic dispatch.
type IProgramContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	EOF() antlr.TerminalNode
	AllForm() []IFormContext
	Form(i int) IFormContext
	AllSEMI() []antlr.TerminalNode
	SEMI(i int) antlr.TerminalNode

	// IsProgramContext differentiates from other interfaces.
	IsProgramContext()
}

type ProgramContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyProgramContext() *ProgramContext {
	var p = new(ProgramContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_program
	return p
}

func InitEmptyProgramContext(p *ProgramContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_program
}

func (*ProgramContext) IsProgramContext() {}

func NewProgramContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *ProgramContext {
	var p = new(ProgramContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = NeslParserRULE_program

	return p
}

func (s *ProgramContext) GetParser() antlr.Parser { return s.parser }

func (s *ProgramContext) EOF() antlr.TerminalNode {
	return s.GetToken(NeslParserEOF, 0)
}

func (s *ProgramContext) AllForm() []IFormContext {
	children := s.GetChildren()
	len := 0
	for _, ctx := range children {
		if _, ok := ctx.(IFormContext); ok {
			len++
		}
	}

	tst := make([]IFormContext, len)
	i := 0
	for _, ctx := range children {
		if t, ok := ctx.(IFormContext); ok {
			tst[i] = t.(IFormContext)
			i++
		}
	}

	return tst
}

func (s *ProgramContext) Form(i int) IFormContext {
	var t antlr.RuleContext
	j := 0
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IFormContext); ok {
			if j == i {
				t = ctx.(antlr.RuleContext)
				break
			}
			j++
		}
	}

	if t == nil {
		return nil
	}

	return t.(IFormContext)
}

func (s *ProgramContext) AllSEMI() []antlr.TerminalNode {
	return s.GetTokens(NeslParserSEMI)
}

func (s *ProgramContext) SEMI(i int) antlr.TerminalNode {
	return s.GetToken(NeslParserSEMI, i)
}

func (s *ProgramContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *ProgramContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *NeslParser) Program() (localctx IProgramContext) {
	localctx = NewProgramContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 0, NeslParserRULE_program)
	var _la int

	p.EnterOuterAlt(localctx, 1)
	p.SetState(50)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}
	_la = p.GetTokenStream().LA(1)

	for (int64(_la) & ^0x3f) == 0 && ((int64(1)<<_la)&70564456439873362) != 0 {
		p.SetState(48)
		p.GetErrorHandler().Sync(p)
		if p.HasError() {
			goto errorExit
		}

		switch p.GetTokenStream().LA(1) {
		case NeslParserIF, NeslParserCASE, NeslParserLET, NeslParserFUNCTION, NeslParserDATATYPE, NeslParserTIME, NeslParserAND, NeslParserOR, NeslParserNAND, NeslParserNOR, NeslParserXOR, NeslParserBOOL, NeslParserRARROW, NeslParserLARROW, NeslParserDARROW, NeslParserCOLONEQ, NeslParserPLUSPLUS, NeslParserNE, NeslParserEQ, NeslParserLE, NeslParserGE, NeslParserBARBAR, NeslParserPLUS, NeslParserMINUS, NeslParserSTAR, NeslParserSLASH, NeslParserCARET, NeslParserHASH, NeslParserAT, NeslParserLT, NeslParserGT, NeslParserCOMMA, NeslParserLPAREN, NeslParserLBRACK, NeslParserLBRACE, NeslParserINT, NeslParserFLOAT, NeslParserCHAR, NeslParserSTRING, NeslParserNAME:
			{
				p.SetState(46)
				p.Form()
			}

		case NeslParserSEMI:
			{
				p.SetState(47)
				p.Match(NeslParserSEMI)
				if p.HasError() {
					// Recognition error - abort rule
					goto errorExit
				}
			}

		default:
			p.SetError(antlr.NewNoViableAltException(p, nil, nil, nil, nil, nil))
			goto errorExit
		}

		p.SetState(52)
		p.GetErrorHandler().Sync(p)
		if p.HasError() {
			goto errorExit
		}
		_la = p.GetTokenStream().LA(1)
	}
	{
		p.SetState(53)
		p.Match(NeslParserEOF)
		if p.HasError() {
			// Recognition error - abort rule
			goto errorExit
		}
	}

errorExit:
	if p.HasError() {
		v := p.GetError()
		localctx.SetException(v)
		p.GetErrorHandler().ReportError(p, v)
		p.GetErrorHandler().Recover(p, v)
		p.SetError(nil)
	}
	p.ExitRule()
	if false {
		goto errorExit
	}
	return localctx
}

// IFormContext is an interface to support dynamic dispatch.
type IFormContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	SEMI() antlr.TerminalNode
	EOF() antlr.TerminalNode
	Function() IFunctionContext
	Datatype() IDatatypeContext
	Statement() IStatementContext

	// IsFormContext differentiates from other interfaces.
	IsFormContext()
}

type FormContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyFormContext() *FormContext {
	var p = new(FormContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_form
	return p
}

func InitEmptyFormContext(p *FormContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_form
}

func (*FormContext) IsFormContext() {}

func NewFormContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *FormContext {
	var p = new(FormContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = NeslParserRULE_form

	return p
}

func (s *FormContext) GetParser() antlr.Parser { return s.parser }

func (s *FormContext) SEMI() antlr.TerminalNode {
	return s.GetToken(NeslParserSEMI, 0)
}

func (s *FormContext) EOF() antlr.TerminalNode {
	return s.GetToken(NeslParserEOF, 0)
}

func (s *FormContext) Function() IFunctionContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IFunctionContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IFunctionContext)
}

func (s *FormContext) Datatype() IDatatypeContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IDatatypeContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IDatatypeContext)
}

func (s *FormContext) Statement() IStatementContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IStatementContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IStatementContext)
}

func (s *FormContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *FormContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *NeslParser) Form() (localctx IFormContext) {
	localctx = NewFormContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 2, NeslParserRULE_form)
	var _la int

	p.EnterOuterAlt(localctx, 1)
	p.SetState(58)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}

	switch p.GetTokenStream().LA(1) {
	case NeslParserFUNCTION:
		{
			p.SetState(55)
			p.Function()
		}

	case NeslParserDATATYPE:
		{
			p.SetState(56)
			p.Datatype()
		}

	case NeslParserIF, NeslParserCASE, NeslParserLET, NeslParserTIME, NeslParserAND, NeslParserOR, NeslParserNAND, NeslParserNOR, NeslParserXOR, NeslParserBOOL, NeslParserRARROW, NeslParserLARROW, NeslParserDARROW, NeslParserCOLONEQ, NeslParserPLUSPLUS, NeslParserNE, NeslParserEQ, NeslParserLE, NeslParserGE, NeslParserBARBAR, NeslParserPLUS, NeslParserMINUS, NeslParserSTAR, NeslParserSLASH, NeslParserCARET, NeslParserHASH, NeslParserAT, NeslParserLT, NeslParserGT, NeslParserCOMMA, NeslParserLPAREN, NeslParserLBRACK, NeslParserLBRACE, NeslParserINT, NeslParserFLOAT, NeslParserCHAR, NeslParserSTRING, NeslParserNAME:
		{
			p.SetState(57)
			p.Statement()
		}

	default:
		p.SetError(antlr.NewNoViableAltException(p, nil, nil, nil, nil, nil))
		goto errorExit
	}
	{
		p.SetState(60)
		_la = p.GetTokenStream().LA(1)

		if !(_la == NeslParserEOF || _la == NeslParserSEMI) {
			p.GetErrorHandler().RecoverInline(p)
		} else {
			p.GetErrorHandler().ReportMatch(p)
			p.Consume()
		}
	}

errorExit:
	if p.HasError() {
		v := p.GetError()
		localctx.SetException(v)
		p.GetErrorHandler().ReportError(p, v)
		p.GetErrorHandler().Recover(p, v)
		p.SetError(nil)
	}
	p.ExitRule()
	if false {
		goto errorExit
	}
	return localctx
}

// IFunctionContext is an interface to support dynamic dispatch.
type IFunctionContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	FUNCTION() antlr.TerminalNode
	NAME() antlr.TerminalNode
	Parameter() IParameterContext
	Signature() ISignatureContext
	STRING() antlr.TerminalNode
	EQUALS() antlr.TerminalNode
	Expr() IExprContext

	// IsFunctionContext differentiates from other interfaces.
	IsFunctionContext()
}

type FunctionContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyFunctionContext() *FunctionContext {
	var p = new(FunctionContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_function
	return p
}

func InitEmptyFunctionContext(p *FunctionContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_function
}

func (*FunctionContext) IsFunctionContext() {}

func NewFunctionContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *FunctionContext {
	var p = new(FunctionContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = NeslParserRULE_function

	return p
}

func (s *FunctionContext) GetParser() antlr.Parser { return s.parser }

func (s *FunctionContext) FUNCTION() antlr.TerminalNode {
	return s.GetToken(NeslParserFUNCTION, 0)
}

func (s *FunctionContext) NAME() antlr.TerminalNode {
	return s.GetToken(NeslParserNAME, 0)
}

func (s *FunctionContext) Parameter() IParameterContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IParameterContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IParameterContext)
}

func (s *FunctionContext) Signature() ISignatureContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(ISignatureContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(ISignatureContext)
}

func (s *FunctionContext) STRING() antlr.TerminalNode {
	return s.GetToken(NeslParserSTRING, 0)
}

func (s *FunctionContext) EQUALS() antlr.TerminalNode {
	return s.GetToken(NeslParserEQUALS, 0)
}

func (s *FunctionContext) Expr() IExprContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IExprContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IExprContext)
}

func (s *FunctionContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *FunctionContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *NeslParser) Function() (localctx IFunctionContext) {
	localctx = NewFunctionContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 4, NeslParserRULE_function)
	var _la int

	p.EnterOuterAlt(localctx, 1)
	{
		p.SetState(62)
		p.Match(NeslParserFUNCTION)
		if p.HasError() {
			// Recognition error - abort rule
			goto errorExit
		}
	}
	{
		p.SetState(63)
		p.Match(NeslParserNAME)
		if p.HasError() {
			// Recognition error - abort rule
			goto errorExit
		}
	}
	{
		p.SetState(64)
		p.Parameter()
	}
	p.SetState(67)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}
	switch p.GetTokenStream().LA(1) {
	case NeslParserCOLON:
		{
			p.SetState(65)
			p.Signature()
		}

	case NeslParserSTRING:
		{
			p.SetState(66)
			p.Match(NeslParserSTRING)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}

	case NeslParserEOF, NeslParserEQUALS, NeslParserSEMI:

	default:
	}
	p.SetState(71)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}
	_la = p.GetTokenStream().LA(1)

	if _la == NeslParserEQUALS {
		{
			p.SetState(69)
			p.Match(NeslParserEQUALS)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}
		{
			p.SetState(70)
			p.Expr()
		}

	}

errorExit:
	if p.HasError() {
		v := p.GetError()
		localctx.SetException(v)
		p.GetErrorHandler().ReportError(p, v)
		p.GetErrorHandler().Recover(p, v)
		p.SetError(nil)
	}
	p.ExitRule()
	if false {
		goto errorExit
	}
	return localctx
}

// IParameterContext is an interface to support dynamic dispatch.
type IParameterContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	NAME() antlr.TerminalNode
	Paren() IParenContext

	// IsParameterContext differentiates from other interfaces.
	IsParameterContext()
}

type ParameterContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyParameterContext() *ParameterContext {
	var p = new(ParameterContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_parameter
	return p
}

func InitEmptyParameterContext(p *ParameterContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_parameter
}

func (*ParameterContext) IsParameterContext() {}

func NewParameterContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *ParameterContext {
	var p = new(ParameterContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = NeslParserRULE_parameter

	return p
}

func (s *ParameterContext) GetParser() antlr.Parser { return s.parser }

func (s *ParameterContext) NAME() antlr.TerminalNode {
	return s.GetToken(NeslParserNAME, 0)
}

func (s *ParameterContext) Paren() IParenContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IParenContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IParenContext)
}

func (s *ParameterContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *ParameterContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *NeslParser) Parameter() (localctx IParameterContext) {
	localctx = NewParameterContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 6, NeslParserRULE_parameter)
	p.SetState(75)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}

	switch p.GetTokenStream().LA(1) {
	case NeslParserNAME:
		p.EnterOuterAlt(localctx, 1)
		{
			p.SetState(73)
			p.Match(NeslParserNAME)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}

	case NeslParserLPAREN:
		p.EnterOuterAlt(localctx, 2)
		{
			p.SetState(74)
			p.Paren()
		}

	default:
		p.SetError(antlr.NewNoViableAltException(p, nil, nil, nil, nil, nil))
		goto errorExit
	}

errorExit:
	if p.HasError() {
		v := p.GetError()
		localctx.SetException(v)
		p.GetErrorHandler().ReportError(p, v)
		p.GetErrorHandler().Recover(p, v)
		p.SetError(nil)
	}
	p.ExitRule()
	if false {
		goto errorExit
	}
	return localctx
}

// ISignatureContext is an interface to support dynamic dispatch.
type ISignatureContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	COLON() antlr.TerminalNode
	Type_() ITypeContext
	Context() IContextContext
	STRING() antlr.TerminalNode

	// IsSignatureContext differentiates from other interfaces.
	IsSignatureContext()
}

type SignatureContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptySignatureContext() *SignatureContext {
	var p = new(SignatureContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_signature
	return p
}

func InitEmptySignatureContext(p *SignatureContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_signature
}

func (*SignatureContext) IsSignatureContext() {}

func NewSignatureContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *SignatureContext {
	var p = new(SignatureContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = NeslParserRULE_signature

	return p
}

func (s *SignatureContext) GetParser() antlr.Parser { return s.parser }

func (s *SignatureContext) COLON() antlr.TerminalNode {
	return s.GetToken(NeslParserCOLON, 0)
}

func (s *SignatureContext) Type_() ITypeContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(ITypeContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(ITypeContext)
}

func (s *SignatureContext) Context() IContextContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IContextContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IContextContext)
}

func (s *SignatureContext) STRING() antlr.TerminalNode {
	return s.GetToken(NeslParserSTRING, 0)
}

func (s *SignatureContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *SignatureContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *NeslParser) Signature() (localctx ISignatureContext) {
	localctx = NewSignatureContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 8, NeslParserRULE_signature)
	var _la int

	p.EnterOuterAlt(localctx, 1)
	{
		p.SetState(77)
		p.Match(NeslParserCOLON)
		if p.HasError() {
			// Recognition error - abort rule
			goto errorExit
		}
	}
	{
		p.SetState(78)
		p.Type_()
	}
	p.SetState(83)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}
	_la = p.GetTokenStream().LA(1)

	if _la == NeslParserCOLONCOLON {
		{
			p.SetState(79)
			p.Context()
		}
		p.SetState(81)
		p.GetErrorHandler().Sync(p)
		if p.HasError() {
			goto errorExit
		}
		_la = p.GetTokenStream().LA(1)

		if _la == NeslParserSTRING {
			{
				p.SetState(80)
				p.Match(NeslParserSTRING)
				if p.HasError() {
					// Recognition error - abort rule
					goto errorExit
				}
			}

		}

	}

errorExit:
	if p.HasError() {
		v := p.GetError()
		localctx.SetException(v)
		p.GetErrorHandler().ReportError(p, v)
		p.GetErrorHandler().Recover(p, v)
		p.SetError(nil)
	}
	p.ExitRule()
	if false {
		goto errorExit
	}
	return localctx
}

// IContextContext is an interface to support dynamic dispatch.
type IContextContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	COLONCOLON() antlr.TerminalNode
	LPAREN() antlr.TerminalNode
	AllBound() []IBoundContext
	Bound(i int) IBoundContext
	RPAREN() antlr.TerminalNode
	AllSEMI() []antlr.TerminalNode
	SEMI(i int) antlr.TerminalNode

	// IsContextContext differentiates from other interfaces.
	IsContextContext()
}

type ContextContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyContextContext() *ContextContext {
	var p = new(ContextContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_context
	return p
}

func InitEmptyContextContext(p *ContextContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_context
}

func (*ContextContext) IsContextContext() {}

func NewContextContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *ContextContext {
	var p = new(ContextContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = NeslParserRULE_context

	return p
}

func (s *ContextContext) GetParser() antlr.Parser { return s.parser }

func (s *ContextContext) COLONCOLON() antlr.TerminalNode {
	return s.GetToken(NeslParserCOLONCOLON, 0)
}

func (s *ContextContext) LPAREN() antlr.TerminalNode {
	return s.GetToken(NeslParserLPAREN, 0)
}

func (s *ContextContext) AllBound() []IBoundContext {
	children := s.GetChildren()
	len := 0
	for _, ctx := range children {
		if _, ok := ctx.(IBoundContext); ok {
			len++
		}
	}

	tst := make([]IBoundContext, len)
	i := 0
	for _, ctx := range children {
		if t, ok := ctx.(IBoundContext); ok {
			tst[i] = t.(IBoundContext)
			i++
		}
	}

	return tst
}

func (s *ContextContext) Bound(i int) IBoundContext {
	var t antlr.RuleContext
	j := 0
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IBoundContext); ok {
			if j == i {
				t = ctx.(antlr.RuleContext)
				break
			}
			j++
		}
	}

	if t == nil {
		return nil
	}

	return t.(IBoundContext)
}

func (s *ContextContext) RPAREN() antlr.TerminalNode {
	return s.GetToken(NeslParserRPAREN, 0)
}

func (s *ContextContext) AllSEMI() []antlr.TerminalNode {
	return s.GetTokens(NeslParserSEMI)
}

func (s *ContextContext) SEMI(i int) antlr.TerminalNode {
	return s.GetToken(NeslParserSEMI, i)
}

func (s *ContextContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *ContextContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *NeslParser) Context() (localctx IContextContext) {
	localctx = NewContextContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 10, NeslParserRULE_context)
	var _la int

	var _alt int

	p.EnterOuterAlt(localctx, 1)
	{
		p.SetState(85)
		p.Match(NeslParserCOLONCOLON)
		if p.HasError() {
			// Recognition error - abort rule
			goto errorExit
		}
	}
	p.SetState(105)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}

	switch p.GetTokenStream().LA(1) {
	case NeslParserLPAREN:
		{
			p.SetState(86)
			p.Match(NeslParserLPAREN)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}
		{
			p.SetState(87)
			p.Bound()
		}
		p.SetState(92)
		p.GetErrorHandler().Sync(p)
		if p.HasError() {
			goto errorExit
		}
		_la = p.GetTokenStream().LA(1)

		for _la == NeslParserSEMI {
			{
				p.SetState(88)
				p.Match(NeslParserSEMI)
				if p.HasError() {
					// Recognition error - abort rule
					goto errorExit
				}
			}
			{
				p.SetState(89)
				p.Bound()
			}

			p.SetState(94)
			p.GetErrorHandler().Sync(p)
			if p.HasError() {
				goto errorExit
			}
			_la = p.GetTokenStream().LA(1)
		}
		{
			p.SetState(95)
			p.Match(NeslParserRPAREN)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}

	case NeslParserNAME:
		{
			p.SetState(97)
			p.Bound()
		}
		p.SetState(102)
		p.GetErrorHandler().Sync(p)
		if p.HasError() {
			goto errorExit
		}
		_alt = p.GetInterpreter().AdaptivePredict(p.BaseParser, p.GetTokenStream(), 9, p.GetParserRuleContext())
		if p.HasError() {
			goto errorExit
		}
		for _alt != 2 && _alt != antlr.ATNInvalidAltNumber {
			if _alt == 1 {
				{
					p.SetState(98)
					p.Match(NeslParserSEMI)
					if p.HasError() {
						// Recognition error - abort rule
						goto errorExit
					}
				}
				{
					p.SetState(99)
					p.Bound()
				}

			}
			p.SetState(104)
			p.GetErrorHandler().Sync(p)
			if p.HasError() {
				goto errorExit
			}
			_alt = p.GetInterpreter().AdaptivePredict(p.BaseParser, p.GetTokenStream(), 9, p.GetParserRuleContext())
			if p.HasError() {
				goto errorExit
			}
		}

	default:
		p.SetError(antlr.NewNoViableAltException(p, nil, nil, nil, nil, nil))
		goto errorExit
	}

errorExit:
	if p.HasError() {
		v := p.GetError()
		localctx.SetException(v)
		p.GetErrorHandler().ReportError(p, v)
		p.GetErrorHandler().Recover(p, v)
		p.SetError(nil)
	}
	p.ExitRule()
	if false {
		goto errorExit
	}
	return localctx
}

// IBoundContext is an interface to support dynamic dispatch.
type IBoundContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	AllNAME() []antlr.TerminalNode
	NAME(i int) antlr.TerminalNode
	IN() antlr.TerminalNode

	// IsBoundContext differentiates from other interfaces.
	IsBoundContext()
}

type BoundContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyBoundContext() *BoundContext {
	var p = new(BoundContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_bound
	return p
}

func InitEmptyBoundContext(p *BoundContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_bound
}

func (*BoundContext) IsBoundContext() {}

func NewBoundContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *BoundContext {
	var p = new(BoundContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = NeslParserRULE_bound

	return p
}

func (s *BoundContext) GetParser() antlr.Parser { return s.parser }

func (s *BoundContext) AllNAME() []antlr.TerminalNode {
	return s.GetTokens(NeslParserNAME)
}

func (s *BoundContext) NAME(i int) antlr.TerminalNode {
	return s.GetToken(NeslParserNAME, i)
}

func (s *BoundContext) IN() antlr.TerminalNode {
	return s.GetToken(NeslParserIN, 0)
}

func (s *BoundContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *BoundContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *NeslParser) Bound() (localctx IBoundContext) {
	localctx = NewBoundContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 12, NeslParserRULE_bound)
	p.EnterOuterAlt(localctx, 1)
	{
		p.SetState(107)
		p.Match(NeslParserNAME)
		if p.HasError() {
			// Recognition error - abort rule
			goto errorExit
		}
	}
	{
		p.SetState(108)
		p.Match(NeslParserIN)
		if p.HasError() {
			// Recognition error - abort rule
			goto errorExit
		}
	}
	{
		p.SetState(109)
		p.Match(NeslParserNAME)
		if p.HasError() {
			// Recognition error - abort rule
			goto errorExit
		}
	}

errorExit:
	if p.HasError() {
		v := p.GetError()
		localctx.SetException(v)
		p.GetErrorHandler().ReportError(p, v)
		p.GetErrorHandler().Recover(p, v)
		p.SetError(nil)
	}
	p.ExitRule()
	if false {
		goto errorExit
	}
	return localctx
}

// IDatatypeContext is an interface to support dynamic dispatch.
type IDatatypeContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	DATATYPE() antlr.TerminalNode
	NAME() antlr.TerminalNode
	Type_() ITypeContext
	EQUALS() antlr.TerminalNode
	AllAlternative() []IAlternativeContext
	Alternative(i int) IAlternativeContext
	Context() IContextContext
	AllBAR() []antlr.TerminalNode
	BAR(i int) antlr.TerminalNode

	// IsDatatypeContext differentiates from other interfaces.
	IsDatatypeContext()
}

type DatatypeContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyDatatypeContext() *DatatypeContext {
	var p = new(DatatypeContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_datatype
	return p
}

func InitEmptyDatatypeContext(p *DatatypeContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_datatype
}

func (*DatatypeContext) IsDatatypeContext() {}

func NewDatatypeContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *DatatypeContext {
	var p = new(DatatypeContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = NeslParserRULE_datatype

	return p
}

func (s *DatatypeContext) GetParser() antlr.Parser { return s.parser }

func (s *DatatypeContext) DATATYPE() antlr.TerminalNode {
	return s.GetToken(NeslParserDATATYPE, 0)
}

func (s *DatatypeContext) NAME() antlr.TerminalNode {
	return s.GetToken(NeslParserNAME, 0)
}

func (s *DatatypeContext) Type_() ITypeContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(ITypeContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(ITypeContext)
}

func (s *DatatypeContext) EQUALS() antlr.TerminalNode {
	return s.GetToken(NeslParserEQUALS, 0)
}

func (s *DatatypeContext) AllAlternative() []IAlternativeContext {
	children := s.GetChildren()
	len := 0
	for _, ctx := range children {
		if _, ok := ctx.(IAlternativeContext); ok {
			len++
		}
	}

	tst := make([]IAlternativeContext, len)
	i := 0
	for _, ctx := range children {
		if t, ok := ctx.(IAlternativeContext); ok {
			tst[i] = t.(IAlternativeContext)
			i++
		}
	}

	return tst
}

func (s *DatatypeContext) Alternative(i int) IAlternativeContext {
	var t antlr.RuleContext
	j := 0
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IAlternativeContext); ok {
			if j == i {
				t = ctx.(antlr.RuleContext)
				break
			}
			j++
		}
	}

	if t == nil {
		return nil
	}

	return t.(IAlternativeContext)
}

func (s *DatatypeContext) Context() IContextContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IContextContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IContextContext)
}

func (s *DatatypeContext) AllBAR() []antlr.TerminalNode {
	return s.GetTokens(NeslParserBAR)
}

func (s *DatatypeContext) BAR(i int) antlr.TerminalNode {
	return s.GetToken(NeslParserBAR, i)
}

func (s *DatatypeContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *DatatypeContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *NeslParser) Datatype() (localctx IDatatypeContext) {
	localctx = NewDatatypeContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 14, NeslParserRULE_datatype)
	var _la int

	p.EnterOuterAlt(localctx, 1)
	{
		p.SetState(111)
		p.Match(NeslParserDATATYPE)
		if p.HasError() {
			// Recognition error - abort rule
			goto errorExit
		}
	}
	{
		p.SetState(112)
		p.Match(NeslParserNAME)
		if p.HasError() {
			// Recognition error - abort rule
			goto errorExit
		}
	}
	p.SetState(114)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}
	_la = p.GetTokenStream().LA(1)

	if (int64(_la) & ^0x3f) == 0 && ((int64(1)<<_la)&70546864253828178) != 0 {
		{
			p.SetState(113)
			p.Type_()
		}

	}
	p.SetState(125)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}
	_la = p.GetTokenStream().LA(1)

	if _la == NeslParserEQUALS {
		{
			p.SetState(116)
			p.Match(NeslParserEQUALS)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}
		{
			p.SetState(117)
			p.Alternative()
		}
		p.SetState(122)
		p.GetErrorHandler().Sync(p)
		if p.HasError() {
			goto errorExit
		}
		_la = p.GetTokenStream().LA(1)

		for _la == NeslParserBAR {
			{
				p.SetState(118)
				p.Match(NeslParserBAR)
				if p.HasError() {
					// Recognition error - abort rule
					goto errorExit
				}
			}
			{
				p.SetState(119)
				p.Alternative()
			}

			p.SetState(124)
			p.GetErrorHandler().Sync(p)
			if p.HasError() {
				goto errorExit
			}
			_la = p.GetTokenStream().LA(1)
		}

	}
	p.SetState(128)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}
	_la = p.GetTokenStream().LA(1)

	if _la == NeslParserCOLONCOLON {
		{
			p.SetState(127)
			p.Context()
		}

	}

errorExit:
	if p.HasError() {
		v := p.GetError()
		localctx.SetException(v)
		p.GetErrorHandler().ReportError(p, v)
		p.GetErrorHandler().Recover(p, v)
		p.SetError(nil)
	}
	p.ExitRule()
	if false {
		goto errorExit
	}
	return localctx
}

// IAlternativeContext is an interface to support dynamic dispatch.
type IAlternativeContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	NAME() antlr.TerminalNode
	Paren() IParenContext

	// IsAlternativeContext differentiates from other interfaces.
	IsAlternativeContext()
}

type AlternativeContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyAlternativeContext() *AlternativeContext {
	var p = new(AlternativeContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_alternative
	return p
}

func InitEmptyAlternativeContext(p *AlternativeContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_alternative
}

func (*AlternativeContext) IsAlternativeContext() {}

func NewAlternativeContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *AlternativeContext {
	var p = new(AlternativeContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = NeslParserRULE_alternative

	return p
}

func (s *AlternativeContext) GetParser() antlr.Parser { return s.parser }

func (s *AlternativeContext) NAME() antlr.TerminalNode {
	return s.GetToken(NeslParserNAME, 0)
}

func (s *AlternativeContext) Paren() IParenContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IParenContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IParenContext)
}

func (s *AlternativeContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *AlternativeContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *NeslParser) Alternative() (localctx IAlternativeContext) {
	localctx = NewAlternativeContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 16, NeslParserRULE_alternative)
	var _la int

	p.EnterOuterAlt(localctx, 1)
	{
		p.SetState(130)
		p.Match(NeslParserNAME)
		if p.HasError() {
			// Recognition error - abort rule
			goto errorExit
		}
	}
	p.SetState(132)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}
	_la = p.GetTokenStream().LA(1)

	if _la == NeslParserLPAREN {
		{
			p.SetState(131)
			p.Paren()
		}

	}

errorExit:
	if p.HasError() {
		v := p.GetError()
		localctx.SetException(v)
		p.GetErrorHandler().ReportError(p, v)
		p.GetErrorHandler().Recover(p, v)
		p.SetError(nil)
	}
	p.ExitRule()
	if false {
		goto errorExit
	}
	return localctx
}

// IStatementContext is an interface to support dynamic dispatch.
type IStatementContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	AllExpr() []IExprContext
	Expr(i int) IExprContext
	EQUALS() antlr.TerminalNode
	BARASSIGN() antlr.TerminalNode
	AMPASSIGN() antlr.TerminalNode

	// IsStatementContext differentiates from other interfaces.
	IsStatementContext()
}

type StatementContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyStatementContext() *StatementContext {
	var p = new(StatementContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_statement
	return p
}

func InitEmptyStatementContext(p *StatementContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_statement
}

func (*StatementContext) IsStatementContext() {}

func NewStatementContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *StatementContext {
	var p = new(StatementContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = NeslParserRULE_statement

	return p
}

func (s *StatementContext) GetParser() antlr.Parser { return s.parser }

func (s *StatementContext) AllExpr() []IExprContext {
	children := s.GetChildren()
	len := 0
	for _, ctx := range children {
		if _, ok := ctx.(IExprContext); ok {
			len++
		}
	}

	tst := make([]IExprContext, len)
	i := 0
	for _, ctx := range children {
		if t, ok := ctx.(IExprContext); ok {
			tst[i] = t.(IExprContext)
			i++
		}
	}

	return tst
}

func (s *StatementContext) Expr(i int) IExprContext {
	var t antlr.RuleContext
	j := 0
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IExprContext); ok {
			if j == i {
				t = ctx.(antlr.RuleContext)
				break
			}
			j++
		}
	}

	if t == nil {
		return nil
	}

	return t.(IExprContext)
}

func (s *StatementContext) EQUALS() antlr.TerminalNode {
	return s.GetToken(NeslParserEQUALS, 0)
}

func (s *StatementContext) BARASSIGN() antlr.TerminalNode {
	return s.GetToken(NeslParserBARASSIGN, 0)
}

func (s *StatementContext) AMPASSIGN() antlr.TerminalNode {
	return s.GetToken(NeslParserAMPASSIGN, 0)
}

func (s *StatementContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *StatementContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *NeslParser) Statement() (localctx IStatementContext) {
	localctx = NewStatementContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 18, NeslParserRULE_statement)
	var _la int

	p.EnterOuterAlt(localctx, 1)
	{
		p.SetState(134)
		p.Expr()
	}
	p.SetState(137)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}
	_la = p.GetTokenStream().LA(1)

	if (int64(_la) & ^0x3f) == 0 && ((int64(1)<<_la)&2199828561920) != 0 {
		{
			p.SetState(135)
			_la = p.GetTokenStream().LA(1)

			if !((int64(_la) & ^0x3f) == 0 && ((int64(1)<<_la)&2199828561920) != 0) {
				p.GetErrorHandler().RecoverInline(p)
			} else {
				p.GetErrorHandler().ReportMatch(p)
				p.Consume()
			}
		}
		{
			p.SetState(136)
			p.Expr()
		}

	}

errorExit:
	if p.HasError() {
		v := p.GetError()
		localctx.SetException(v)
		p.GetErrorHandler().ReportError(p, v)
		p.GetErrorHandler().Recover(p, v)
		p.SetError(nil)
	}
	p.ExitRule()
	if false {
		goto errorExit
	}
	return localctx
}

// IExprContext is an interface to support dynamic dispatch.
type IExprContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	AllItem() []IItemContext
	Item(i int) IItemContext
	Tail() ITailContext

	// IsExprContext differentiates from other interfaces.
	IsExprContext()
}

type ExprContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyExprContext() *ExprContext {
	var p = new(ExprContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_expr
	return p
}

func InitEmptyExprContext(p *ExprContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_expr
}

func (*ExprContext) IsExprContext() {}

func NewExprContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *ExprContext {
	var p = new(ExprContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = NeslParserRULE_expr

	return p
}

func (s *ExprContext) GetParser() antlr.Parser { return s.parser }

func (s *ExprContext) AllItem() []IItemContext {
	children := s.GetChildren()
	len := 0
	for _, ctx := range children {
		if _, ok := ctx.(IItemContext); ok {
			len++
		}
	}

	tst := make([]IItemContext, len)
	i := 0
	for _, ctx := range children {
		if t, ok := ctx.(IItemContext); ok {
			tst[i] = t.(IItemContext)
			i++
		}
	}

	return tst
}

func (s *ExprContext) Item(i int) IItemContext {
	var t antlr.RuleContext
	j := 0
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IItemContext); ok {
			if j == i {
				t = ctx.(antlr.RuleContext)
				break
			}
			j++
		}
	}

	if t == nil {
		return nil
	}

	return t.(IItemContext)
}

func (s *ExprContext) Tail() ITailContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(ITailContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(ITailContext)
}

func (s *ExprContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *ExprContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *NeslParser) Expr() (localctx IExprContext) {
	localctx = NewExprContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 20, NeslParserRULE_expr)
	var _la int

	p.SetState(148)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}

	switch p.GetTokenStream().LA(1) {
	case NeslParserTIME, NeslParserAND, NeslParserOR, NeslParserNAND, NeslParserNOR, NeslParserXOR, NeslParserBOOL, NeslParserRARROW, NeslParserLARROW, NeslParserDARROW, NeslParserCOLONEQ, NeslParserPLUSPLUS, NeslParserNE, NeslParserEQ, NeslParserLE, NeslParserGE, NeslParserBARBAR, NeslParserPLUS, NeslParserMINUS, NeslParserSTAR, NeslParserSLASH, NeslParserCARET, NeslParserHASH, NeslParserAT, NeslParserLT, NeslParserGT, NeslParserCOMMA, NeslParserLPAREN, NeslParserLBRACK, NeslParserLBRACE, NeslParserINT, NeslParserFLOAT, NeslParserCHAR, NeslParserSTRING, NeslParserNAME:
		p.EnterOuterAlt(localctx, 1)
		p.SetState(140)
		p.GetErrorHandler().Sync(p)
		if p.HasError() {
			goto errorExit
		}
		_la = p.GetTokenStream().LA(1)

		for ok := true; ok; ok = ((int64(_la) & ^0x3f) == 0 && ((int64(1)<<_la)&70546864253828096) != 0) {
			{
				p.SetState(139)
				p.Item()
			}

			p.SetState(142)
			p.GetErrorHandler().Sync(p)
			if p.HasError() {
				goto errorExit
			}
			_la = p.GetTokenStream().LA(1)
		}
		p.SetState(145)
		p.GetErrorHandler().Sync(p)
		if p.HasError() {
			goto errorExit
		}
		_la = p.GetTokenStream().LA(1)

		if (int64(_la) & ^0x3f) == 0 && ((int64(1)<<_la)&82) != 0 {
			{
				p.SetState(144)
				p.Tail()
			}

		}

	case NeslParserIF, NeslParserCASE, NeslParserLET:
		p.EnterOuterAlt(localctx, 2)
		{
			p.SetState(147)
			p.Tail()
		}

	default:
		p.SetError(antlr.NewNoViableAltException(p, nil, nil, nil, nil, nil))
		goto errorExit
	}

errorExit:
	if p.HasError() {
		v := p.GetError()
		localctx.SetException(v)
		p.GetErrorHandler().ReportError(p, v)
		p.GetErrorHandler().Recover(p, v)
		p.SetError(nil)
	}
	p.ExitRule()
	if false {
		goto errorExit
	}
	return localctx
}

// IPatternContext is an interface to support dynamic dispatch.
type IPatternContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	Expr() IExprContext

	// IsPatternContext differentiates from other interfaces.
	IsPatternContext()
}

type PatternContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyPatternContext() *PatternContext {
	var p = new(PatternContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_pattern
	return p
}

func InitEmptyPatternContext(p *PatternContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_pattern
}

func (*PatternContext) IsPatternContext() {}

func NewPatternContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *PatternContext {
	var p = new(PatternContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = NeslParserRULE_pattern

	return p
}

func (s *PatternContext) GetParser() antlr.Parser { return s.parser }

func (s *PatternContext) Expr() IExprContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IExprContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IExprContext)
}

func (s *PatternContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *PatternContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *NeslParser) Pattern() (localctx IPatternContext) {
	localctx = NewPatternContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 22, NeslParserRULE_pattern)
	p.EnterOuterAlt(localctx, 1)
	{
		p.SetState(150)
		p.Expr()
	}

errorExit:
	if p.HasError() {
		v := p.GetError()
		localctx.SetException(v)
		p.GetErrorHandler().ReportError(p, v)
		p.GetErrorHandler().Recover(p, v)
		p.SetError(nil)
	}
	p.ExitRule()
	if false {
		goto errorExit
	}
	return localctx
}

// ITypeContext is an interface to support dynamic dispatch.
type ITypeContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	Expr() IExprContext

	// IsTypeContext differentiates from other interfaces.
	IsTypeContext()
}

type TypeContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyTypeContext() *TypeContext {
	var p = new(TypeContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_type
	return p
}

func InitEmptyTypeContext(p *TypeContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_type
}

func (*TypeContext) IsTypeContext() {}

func NewTypeContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *TypeContext {
	var p = new(TypeContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = NeslParserRULE_type

	return p
}

func (s *TypeContext) GetParser() antlr.Parser { return s.parser }

func (s *TypeContext) Expr() IExprContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IExprContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IExprContext)
}

func (s *TypeContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *TypeContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *NeslParser) Type_() (localctx ITypeContext) {
	localctx = NewTypeContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 24, NeslParserRULE_type)
	p.EnterOuterAlt(localctx, 1)
	{
		p.SetState(152)
		p.Expr()
	}

errorExit:
	if p.HasError() {
		v := p.GetError()
		localctx.SetException(v)
		p.GetErrorHandler().ReportError(p, v)
		p.GetErrorHandler().Recover(p, v)
		p.SetError(nil)
	}
	p.ExitRule()
	if false {
		goto errorExit
	}
	return localctx
}

// IItemContext is an interface to support dynamic dispatch.
type IItemContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	Atom() IAtomContext
	Operator() IOperatorContext
	Paren() IParenContext
	Bracket() IBracketContext
	Brace() IBraceContext

	// IsItemContext differentiates from other interfaces.
	IsItemContext()
}

type ItemContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyItemContext() *ItemContext {
	var p = new(ItemContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_item
	return p
}

func InitEmptyItemContext(p *ItemContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_item
}

func (*ItemContext) IsItemContext() {}

func NewItemContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *ItemContext {
	var p = new(ItemContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = NeslParserRULE_item

	return p
}

func (s *ItemContext) GetParser() antlr.Parser { return s.parser }

func (s *ItemContext) Atom() IAtomContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IAtomContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IAtomContext)
}

func (s *ItemContext) Operator() IOperatorContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IOperatorContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IOperatorContext)
}

func (s *ItemContext) Paren() IParenContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IParenContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IParenContext)
}

func (s *ItemContext) Bracket() IBracketContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IBracketContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IBracketContext)
}

func (s *ItemContext) Brace() IBraceContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IBraceContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IBraceContext)
}

func (s *ItemContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *ItemContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *NeslParser) Item() (localctx IItemContext) {
	localctx = NewItemContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 26, NeslParserRULE_item)
	p.SetState(159)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}

	switch p.GetTokenStream().LA(1) {
	case NeslParserTIME, NeslParserBOOL, NeslParserINT, NeslParserFLOAT, NeslParserCHAR, NeslParserSTRING, NeslParserNAME:
		p.EnterOuterAlt(localctx, 1)
		{
			p.SetState(154)
			p.Atom()
		}

	case NeslParserAND, NeslParserOR, NeslParserNAND, NeslParserNOR, NeslParserXOR, NeslParserRARROW, NeslParserLARROW, NeslParserDARROW, NeslParserCOLONEQ, NeslParserPLUSPLUS, NeslParserNE, NeslParserEQ, NeslParserLE, NeslParserGE, NeslParserBARBAR, NeslParserPLUS, NeslParserMINUS, NeslParserSTAR, NeslParserSLASH, NeslParserCARET, NeslParserHASH, NeslParserAT, NeslParserLT, NeslParserGT, NeslParserCOMMA:
		p.EnterOuterAlt(localctx, 2)
		{
			p.SetState(155)
			p.Operator()
		}

	case NeslParserLPAREN:
		p.EnterOuterAlt(localctx, 3)
		{
			p.SetState(156)
			p.Paren()
		}

	case NeslParserLBRACK:
		p.EnterOuterAlt(localctx, 4)
		{
			p.SetState(157)
			p.Bracket()
		}

	case NeslParserLBRACE:
		p.EnterOuterAlt(localctx, 5)
		{
			p.SetState(158)
			p.Brace()
		}

	default:
		p.SetError(antlr.NewNoViableAltException(p, nil, nil, nil, nil, nil))
		goto errorExit
	}

errorExit:
	if p.HasError() {
		v := p.GetError()
		localctx.SetException(v)
		p.GetErrorHandler().ReportError(p, v)
		p.GetErrorHandler().Recover(p, v)
		p.SetError(nil)
	}
	p.ExitRule()
	if false {
		goto errorExit
	}
	return localctx
}

// IAtomContext is an interface to support dynamic dispatch.
type IAtomContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	NAME() antlr.TerminalNode
	INT() antlr.TerminalNode
	FLOAT() antlr.TerminalNode
	BOOL() antlr.TerminalNode
	CHAR() antlr.TerminalNode
	STRING() antlr.TerminalNode
	TIME() antlr.TerminalNode

	// IsAtomContext differentiates from other interfaces.
	IsAtomContext()
}

type AtomContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyAtomContext() *AtomContext {
	var p = new(AtomContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_atom
	return p
}

func InitEmptyAtomContext(p *AtomContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_atom
}

func (*AtomContext) IsAtomContext() {}

func NewAtomContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *AtomContext {
	var p = new(AtomContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = NeslParserRULE_atom

	return p
}

func (s *AtomContext) GetParser() antlr.Parser { return s.parser }

func (s *AtomContext) NAME() antlr.TerminalNode {
	return s.GetToken(NeslParserNAME, 0)
}

func (s *AtomContext) INT() antlr.TerminalNode {
	return s.GetToken(NeslParserINT, 0)
}

func (s *AtomContext) FLOAT() antlr.TerminalNode {
	return s.GetToken(NeslParserFLOAT, 0)
}

func (s *AtomContext) BOOL() antlr.TerminalNode {
	return s.GetToken(NeslParserBOOL, 0)
}

func (s *AtomContext) CHAR() antlr.TerminalNode {
	return s.GetToken(NeslParserCHAR, 0)
}

func (s *AtomContext) STRING() antlr.TerminalNode {
	return s.GetToken(NeslParserSTRING, 0)
}

func (s *AtomContext) TIME() antlr.TerminalNode {
	return s.GetToken(NeslParserTIME, 0)
}

func (s *AtomContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *AtomContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *NeslParser) Atom() (localctx IAtomContext) {
	localctx = NewAtomContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 28, NeslParserRULE_atom)
	var _la int

	p.EnterOuterAlt(localctx, 1)
	{
		p.SetState(161)
		_la = p.GetTokenStream().LA(1)

		if !((int64(_la) & ^0x3f) == 0 && ((int64(1)<<_la)&69805794224309248) != 0) {
			p.GetErrorHandler().RecoverInline(p)
		} else {
			p.GetErrorHandler().ReportMatch(p)
			p.Consume()
		}
	}

errorExit:
	if p.HasError() {
		v := p.GetError()
		localctx.SetException(v)
		p.GetErrorHandler().ReportError(p, v)
		p.GetErrorHandler().Recover(p, v)
		p.SetError(nil)
	}
	p.ExitRule()
	if false {
		goto errorExit
	}
	return localctx
}

// IOperatorContext is an interface to support dynamic dispatch.
type IOperatorContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	PLUS() antlr.TerminalNode
	MINUS() antlr.TerminalNode
	STAR() antlr.TerminalNode
	SLASH() antlr.TerminalNode
	CARET() antlr.TerminalNode
	HASH() antlr.TerminalNode
	AT() antlr.TerminalNode
	PLUSPLUS() antlr.TerminalNode
	BARBAR() antlr.TerminalNode
	RARROW() antlr.TerminalNode
	LARROW() antlr.TerminalNode
	EQ() antlr.TerminalNode
	NE() antlr.TerminalNode
	LT() antlr.TerminalNode
	GT() antlr.TerminalNode
	LE() antlr.TerminalNode
	GE() antlr.TerminalNode
	AND() antlr.TerminalNode
	OR() antlr.TerminalNode
	NAND() antlr.TerminalNode
	NOR() antlr.TerminalNode
	XOR() antlr.TerminalNode
	COMMA() antlr.TerminalNode
	DARROW() antlr.TerminalNode
	COLONEQ() antlr.TerminalNode

	// IsOperatorContext differentiates from other interfaces.
	IsOperatorContext()
}

type OperatorContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyOperatorContext() *OperatorContext {
	var p = new(OperatorContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_operator
	return p
}

func InitEmptyOperatorContext(p *OperatorContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_operator
}

func (*OperatorContext) IsOperatorContext() {}

func NewOperatorContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *OperatorContext {
	var p = new(OperatorContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = NeslParserRULE_operator

	return p
}

func (s *OperatorContext) GetParser() antlr.Parser { return s.parser }

func (s *OperatorContext) PLUS() antlr.TerminalNode {
	return s.GetToken(NeslParserPLUS, 0)
}

func (s *OperatorContext) MINUS() antlr.TerminalNode {
	return s.GetToken(NeslParserMINUS, 0)
}

func (s *OperatorContext) STAR() antlr.TerminalNode {
	return s.GetToken(NeslParserSTAR, 0)
}

func (s *OperatorContext) SLASH() antlr.TerminalNode {
	return s.GetToken(NeslParserSLASH, 0)
}

func (s *OperatorContext) CARET() antlr.TerminalNode {
	return s.GetToken(NeslParserCARET, 0)
}

func (s *OperatorContext) HASH() antlr.TerminalNode {
	return s.GetToken(NeslParserHASH, 0)
}

func (s *OperatorContext) AT() antlr.TerminalNode {
	return s.GetToken(NeslParserAT, 0)
}

func (s *OperatorContext) PLUSPLUS() antlr.TerminalNode {
	return s.GetToken(NeslParserPLUSPLUS, 0)
}

func (s *OperatorContext) BARBAR() antlr.TerminalNode {
	return s.GetToken(NeslParserBARBAR, 0)
}

func (s *OperatorContext) RARROW() antlr.TerminalNode {
	return s.GetToken(NeslParserRARROW, 0)
}

func (s *OperatorContext) LARROW() antlr.TerminalNode {
	return s.GetToken(NeslParserLARROW, 0)
}

func (s *OperatorContext) EQ() antlr.TerminalNode {
	return s.GetToken(NeslParserEQ, 0)
}

func (s *OperatorContext) NE() antlr.TerminalNode {
	return s.GetToken(NeslParserNE, 0)
}

func (s *OperatorContext) LT() antlr.TerminalNode {
	return s.GetToken(NeslParserLT, 0)
}

func (s *OperatorContext) GT() antlr.TerminalNode {
	return s.GetToken(NeslParserGT, 0)
}

func (s *OperatorContext) LE() antlr.TerminalNode {
	return s.GetToken(NeslParserLE, 0)
}

func (s *OperatorContext) GE() antlr.TerminalNode {
	return s.GetToken(NeslParserGE, 0)
}

func (s *OperatorContext) AND() antlr.TerminalNode {
	return s.GetToken(NeslParserAND, 0)
}

func (s *OperatorContext) OR() antlr.TerminalNode {
	return s.GetToken(NeslParserOR, 0)
}

func (s *OperatorContext) NAND() antlr.TerminalNode {
	return s.GetToken(NeslParserNAND, 0)
}

func (s *OperatorContext) NOR() antlr.TerminalNode {
	return s.GetToken(NeslParserNOR, 0)
}

func (s *OperatorContext) XOR() antlr.TerminalNode {
	return s.GetToken(NeslParserXOR, 0)
}

func (s *OperatorContext) COMMA() antlr.TerminalNode {
	return s.GetToken(NeslParserCOMMA, 0)
}

func (s *OperatorContext) DARROW() antlr.TerminalNode {
	return s.GetToken(NeslParserDARROW, 0)
}

func (s *OperatorContext) COLONEQ() antlr.TerminalNode {
	return s.GetToken(NeslParserCOLONEQ, 0)
}

func (s *OperatorContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *OperatorContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *NeslParser) Operator() (localctx IOperatorContext) {
	localctx = NewOperatorContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 30, NeslParserRULE_operator)
	var _la int

	p.EnterOuterAlt(localctx, 1)
	{
		p.SetState(163)
		_la = p.GetTokenStream().LA(1)

		if !((int64(_la) & ^0x3f) == 0 && ((int64(1)<<_la)&2198215653376) != 0) {
			p.GetErrorHandler().RecoverInline(p)
		} else {
			p.GetErrorHandler().ReportMatch(p)
			p.Consume()
		}
	}

errorExit:
	if p.HasError() {
		v := p.GetError()
		localctx.SetException(v)
		p.GetErrorHandler().ReportError(p, v)
		p.GetErrorHandler().Recover(p, v)
		p.SetError(nil)
	}
	p.ExitRule()
	if false {
		goto errorExit
	}
	return localctx
}

// IParenContext is an interface to support dynamic dispatch.
type IParenContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	LPAREN() antlr.TerminalNode
	RPAREN() antlr.TerminalNode
	Expr() IExprContext

	// IsParenContext differentiates from other interfaces.
	IsParenContext()
}

type ParenContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyParenContext() *ParenContext {
	var p = new(ParenContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_paren
	return p
}

func InitEmptyParenContext(p *ParenContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_paren
}

func (*ParenContext) IsParenContext() {}

func NewParenContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *ParenContext {
	var p = new(ParenContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = NeslParserRULE_paren

	return p
}

func (s *ParenContext) GetParser() antlr.Parser { return s.parser }

func (s *ParenContext) LPAREN() antlr.TerminalNode {
	return s.GetToken(NeslParserLPAREN, 0)
}

func (s *ParenContext) RPAREN() antlr.TerminalNode {
	return s.GetToken(NeslParserRPAREN, 0)
}

func (s *ParenContext) Expr() IExprContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IExprContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IExprContext)
}

func (s *ParenContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *ParenContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *NeslParser) Paren() (localctx IParenContext) {
	localctx = NewParenContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 32, NeslParserRULE_paren)
	var _la int

	p.EnterOuterAlt(localctx, 1)
	{
		p.SetState(165)
		p.Match(NeslParserLPAREN)
		if p.HasError() {
			// Recognition error - abort rule
			goto errorExit
		}
	}
	p.SetState(167)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}
	_la = p.GetTokenStream().LA(1)

	if (int64(_la) & ^0x3f) == 0 && ((int64(1)<<_la)&70546864253828178) != 0 {
		{
			p.SetState(166)
			p.Expr()
		}

	}
	{
		p.SetState(169)
		p.Match(NeslParserRPAREN)
		if p.HasError() {
			// Recognition error - abort rule
			goto errorExit
		}
	}

errorExit:
	if p.HasError() {
		v := p.GetError()
		localctx.SetException(v)
		p.GetErrorHandler().ReportError(p, v)
		p.GetErrorHandler().Recover(p, v)
		p.SetError(nil)
	}
	p.ExitRule()
	if false {
		goto errorExit
	}
	return localctx
}

// IBracketContext is an interface to support dynamic dispatch.
type IBracketContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	LBRACK() antlr.TerminalNode
	RBRACK() antlr.TerminalNode
	AllExpr() []IExprContext
	Expr(i int) IExprContext
	AllCOLON() []antlr.TerminalNode
	COLON(i int) antlr.TerminalNode

	// IsBracketContext differentiates from other interfaces.
	IsBracketContext()
}

type BracketContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyBracketContext() *BracketContext {
	var p = new(BracketContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_bracket
	return p
}

func InitEmptyBracketContext(p *BracketContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_bracket
}

func (*BracketContext) IsBracketContext() {}

func NewBracketContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *BracketContext {
	var p = new(BracketContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = NeslParserRULE_bracket

	return p
}

func (s *BracketContext) GetParser() antlr.Parser { return s.parser }

func (s *BracketContext) LBRACK() antlr.TerminalNode {
	return s.GetToken(NeslParserLBRACK, 0)
}

func (s *BracketContext) RBRACK() antlr.TerminalNode {
	return s.GetToken(NeslParserRBRACK, 0)
}

func (s *BracketContext) AllExpr() []IExprContext {
	children := s.GetChildren()
	len := 0
	for _, ctx := range children {
		if _, ok := ctx.(IExprContext); ok {
			len++
		}
	}

	tst := make([]IExprContext, len)
	i := 0
	for _, ctx := range children {
		if t, ok := ctx.(IExprContext); ok {
			tst[i] = t.(IExprContext)
			i++
		}
	}

	return tst
}

func (s *BracketContext) Expr(i int) IExprContext {
	var t antlr.RuleContext
	j := 0
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IExprContext); ok {
			if j == i {
				t = ctx.(antlr.RuleContext)
				break
			}
			j++
		}
	}

	if t == nil {
		return nil
	}

	return t.(IExprContext)
}

func (s *BracketContext) AllCOLON() []antlr.TerminalNode {
	return s.GetTokens(NeslParserCOLON)
}

func (s *BracketContext) COLON(i int) antlr.TerminalNode {
	return s.GetToken(NeslParserCOLON, i)
}

func (s *BracketContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *BracketContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *NeslParser) Bracket() (localctx IBracketContext) {
	localctx = NewBracketContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 34, NeslParserRULE_bracket)
	var _la int

	p.EnterOuterAlt(localctx, 1)
	{
		p.SetState(171)
		p.Match(NeslParserLBRACK)
		if p.HasError() {
			// Recognition error - abort rule
			goto errorExit
		}
	}
	p.SetState(181)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}
	_la = p.GetTokenStream().LA(1)

	if (int64(_la) & ^0x3f) == 0 && ((int64(1)<<_la)&70546864253828178) != 0 {
		{
			p.SetState(172)
			p.Expr()
		}
		p.SetState(179)
		p.GetErrorHandler().Sync(p)
		if p.HasError() {
			goto errorExit
		}
		_la = p.GetTokenStream().LA(1)

		if _la == NeslParserCOLON {
			{
				p.SetState(173)
				p.Match(NeslParserCOLON)
				if p.HasError() {
					// Recognition error - abort rule
					goto errorExit
				}
			}
			{
				p.SetState(174)
				p.Expr()
			}
			p.SetState(177)
			p.GetErrorHandler().Sync(p)
			if p.HasError() {
				goto errorExit
			}
			_la = p.GetTokenStream().LA(1)

			if _la == NeslParserCOLON {
				{
					p.SetState(175)
					p.Match(NeslParserCOLON)
					if p.HasError() {
						// Recognition error - abort rule
						goto errorExit
					}
				}
				{
					p.SetState(176)
					p.Expr()
				}

			}

		}

	}
	{
		p.SetState(183)
		p.Match(NeslParserRBRACK)
		if p.HasError() {
			// Recognition error - abort rule
			goto errorExit
		}
	}

errorExit:
	if p.HasError() {
		v := p.GetError()
		localctx.SetException(v)
		p.GetErrorHandler().ReportError(p, v)
		p.GetErrorHandler().Recover(p, v)
		p.SetError(nil)
	}
	p.ExitRule()
	if false {
		goto errorExit
	}
	return localctx
}

// IBraceContext is an interface to support dynamic dispatch.
type IBraceContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// GetHead returns the head rule contexts.
	GetHead() IExprContext

	// GetSource returns the source rule contexts.
	GetSource() IExprContext

	// GetFilter returns the filter rule contexts.
	GetFilter() IExprContext

	// SetHead sets the head rule contexts.
	SetHead(IExprContext)

	// SetSource sets the source rule contexts.
	SetSource(IExprContext)

	// SetFilter sets the filter rule contexts.
	SetFilter(IExprContext)

	// Getter signatures
	LBRACE() antlr.TerminalNode
	RBRACE() antlr.TerminalNode
	AllExpr() []IExprContext
	Expr(i int) IExprContext
	COLON() antlr.TerminalNode
	AllGenerator() []IGeneratorContext
	Generator(i int) IGeneratorContext
	IN() antlr.TerminalNode
	AllSEMI() []antlr.TerminalNode
	SEMI(i int) antlr.TerminalNode
	BAR() antlr.TerminalNode

	// IsBraceContext differentiates from other interfaces.
	IsBraceContext()
}

type BraceContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
	head   IExprContext
	source IExprContext
	filter IExprContext
}

func NewEmptyBraceContext() *BraceContext {
	var p = new(BraceContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_brace
	return p
}

func InitEmptyBraceContext(p *BraceContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_brace
}

func (*BraceContext) IsBraceContext() {}

func NewBraceContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *BraceContext {
	var p = new(BraceContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = NeslParserRULE_brace

	return p
}

func (s *BraceContext) GetParser() antlr.Parser { return s.parser }

func (s *BraceContext) GetHead() IExprContext { return s.head }

func (s *BraceContext) GetSource() IExprContext { return s.source }

func (s *BraceContext) GetFilter() IExprContext { return s.filter }

func (s *BraceContext) SetHead(v IExprContext) { s.head = v }

func (s *BraceContext) SetSource(v IExprContext) { s.source = v }

func (s *BraceContext) SetFilter(v IExprContext) { s.filter = v }

func (s *BraceContext) LBRACE() antlr.TerminalNode {
	return s.GetToken(NeslParserLBRACE, 0)
}

func (s *BraceContext) RBRACE() antlr.TerminalNode {
	return s.GetToken(NeslParserRBRACE, 0)
}

func (s *BraceContext) AllExpr() []IExprContext {
	children := s.GetChildren()
	len := 0
	for _, ctx := range children {
		if _, ok := ctx.(IExprContext); ok {
			len++
		}
	}

	tst := make([]IExprContext, len)
	i := 0
	for _, ctx := range children {
		if t, ok := ctx.(IExprContext); ok {
			tst[i] = t.(IExprContext)
			i++
		}
	}

	return tst
}

func (s *BraceContext) Expr(i int) IExprContext {
	var t antlr.RuleContext
	j := 0
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IExprContext); ok {
			if j == i {
				t = ctx.(antlr.RuleContext)
				break
			}
			j++
		}
	}

	if t == nil {
		return nil
	}

	return t.(IExprContext)
}

func (s *BraceContext) COLON() antlr.TerminalNode {
	return s.GetToken(NeslParserCOLON, 0)
}

func (s *BraceContext) AllGenerator() []IGeneratorContext {
	children := s.GetChildren()
	len := 0
	for _, ctx := range children {
		if _, ok := ctx.(IGeneratorContext); ok {
			len++
		}
	}

	tst := make([]IGeneratorContext, len)
	i := 0
	for _, ctx := range children {
		if t, ok := ctx.(IGeneratorContext); ok {
			tst[i] = t.(IGeneratorContext)
			i++
		}
	}

	return tst
}

func (s *BraceContext) Generator(i int) IGeneratorContext {
	var t antlr.RuleContext
	j := 0
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IGeneratorContext); ok {
			if j == i {
				t = ctx.(antlr.RuleContext)
				break
			}
			j++
		}
	}

	if t == nil {
		return nil
	}

	return t.(IGeneratorContext)
}

func (s *BraceContext) IN() antlr.TerminalNode {
	return s.GetToken(NeslParserIN, 0)
}

func (s *BraceContext) AllSEMI() []antlr.TerminalNode {
	return s.GetTokens(NeslParserSEMI)
}

func (s *BraceContext) SEMI(i int) antlr.TerminalNode {
	return s.GetToken(NeslParserSEMI, i)
}

func (s *BraceContext) BAR() antlr.TerminalNode {
	return s.GetToken(NeslParserBAR, 0)
}

func (s *BraceContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *BraceContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *NeslParser) Brace() (localctx IBraceContext) {
	localctx = NewBraceContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 36, NeslParserRULE_brace)
	var _la int

	p.EnterOuterAlt(localctx, 1)
	{
		p.SetState(185)
		p.Match(NeslParserLBRACE)
		if p.HasError() {
			// Recognition error - abort rule
			goto errorExit
		}
	}
	{
		p.SetState(186)

		var _x = p.Expr()

		localctx.(*BraceContext).head = _x
	}
	p.SetState(191)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}
	switch p.GetTokenStream().LA(1) {
	case NeslParserCOLON:
		{
			p.SetState(187)
			p.Match(NeslParserCOLON)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}
		{
			p.SetState(188)
			p.Generator()
		}

	case NeslParserIN:
		{
			p.SetState(189)
			p.Match(NeslParserIN)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}
		{
			p.SetState(190)

			var _x = p.Expr()

			localctx.(*BraceContext).source = _x
		}

	case NeslParserBAR, NeslParserSEMI, NeslParserRBRACE:

	default:
	}
	p.SetState(197)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}
	_la = p.GetTokenStream().LA(1)

	for _la == NeslParserSEMI {
		{
			p.SetState(193)
			p.Match(NeslParserSEMI)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}
		{
			p.SetState(194)
			p.Generator()
		}

		p.SetState(199)
		p.GetErrorHandler().Sync(p)
		if p.HasError() {
			goto errorExit
		}
		_la = p.GetTokenStream().LA(1)
	}
	p.SetState(202)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}
	_la = p.GetTokenStream().LA(1)

	if _la == NeslParserBAR {
		{
			p.SetState(200)
			p.Match(NeslParserBAR)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}
		{
			p.SetState(201)

			var _x = p.Expr()

			localctx.(*BraceContext).filter = _x
		}

	}
	{
		p.SetState(204)
		p.Match(NeslParserRBRACE)
		if p.HasError() {
			// Recognition error - abort rule
			goto errorExit
		}
	}

errorExit:
	if p.HasError() {
		v := p.GetError()
		localctx.SetException(v)
		p.GetErrorHandler().ReportError(p, v)
		p.GetErrorHandler().Recover(p, v)
		p.SetError(nil)
	}
	p.ExitRule()
	if false {
		goto errorExit
	}
	return localctx
}

// IGeneratorContext is an interface to support dynamic dispatch.
type IGeneratorContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	Pattern() IPatternContext
	IN() antlr.TerminalNode
	Expr() IExprContext

	// IsGeneratorContext differentiates from other interfaces.
	IsGeneratorContext()
}

type GeneratorContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyGeneratorContext() *GeneratorContext {
	var p = new(GeneratorContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_generator
	return p
}

func InitEmptyGeneratorContext(p *GeneratorContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_generator
}

func (*GeneratorContext) IsGeneratorContext() {}

func NewGeneratorContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *GeneratorContext {
	var p = new(GeneratorContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = NeslParserRULE_generator

	return p
}

func (s *GeneratorContext) GetParser() antlr.Parser { return s.parser }

func (s *GeneratorContext) Pattern() IPatternContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IPatternContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IPatternContext)
}

func (s *GeneratorContext) IN() antlr.TerminalNode {
	return s.GetToken(NeslParserIN, 0)
}

func (s *GeneratorContext) Expr() IExprContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IExprContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IExprContext)
}

func (s *GeneratorContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *GeneratorContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *NeslParser) Generator() (localctx IGeneratorContext) {
	localctx = NewGeneratorContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 38, NeslParserRULE_generator)
	var _la int

	p.EnterOuterAlt(localctx, 1)
	{
		p.SetState(206)
		p.Pattern()
	}
	p.SetState(209)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}
	_la = p.GetTokenStream().LA(1)

	if _la == NeslParserIN {
		{
			p.SetState(207)
			p.Match(NeslParserIN)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}
		{
			p.SetState(208)
			p.Expr()
		}

	}

errorExit:
	if p.HasError() {
		v := p.GetError()
		localctx.SetException(v)
		p.GetErrorHandler().ReportError(p, v)
		p.GetErrorHandler().Recover(p, v)
		p.SetError(nil)
	}
	p.ExitRule()
	if false {
		goto errorExit
	}
	return localctx
}

// ITailContext is an interface to support dynamic dispatch.
type ITailContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser
	// IsTailContext differentiates from other interfaces.
	IsTailContext()
}

type TailContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyTailContext() *TailContext {
	var p = new(TailContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_tail
	return p
}

func InitEmptyTailContext(p *TailContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_tail
}

func (*TailContext) IsTailContext() {}

func NewTailContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *TailContext {
	var p = new(TailContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = NeslParserRULE_tail

	return p
}

func (s *TailContext) GetParser() antlr.Parser { return s.parser }

func (s *TailContext) CopyAll(ctx *TailContext) {
	s.CopyFrom(&ctx.BaseParserRuleContext)
}

func (s *TailContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *TailContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

type ConditionalContext struct {
	TailContext
}

func NewConditionalContext(parser antlr.Parser, ctx antlr.ParserRuleContext) *ConditionalContext {
	var p = new(ConditionalContext)

	InitEmptyTailContext(&p.TailContext)
	p.parser = parser
	p.CopyAll(ctx.(*TailContext))

	return p
}

func (s *ConditionalContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *ConditionalContext) IF() antlr.TerminalNode {
	return s.GetToken(NeslParserIF, 0)
}

func (s *ConditionalContext) AllExpr() []IExprContext {
	children := s.GetChildren()
	len := 0
	for _, ctx := range children {
		if _, ok := ctx.(IExprContext); ok {
			len++
		}
	}

	tst := make([]IExprContext, len)
	i := 0
	for _, ctx := range children {
		if t, ok := ctx.(IExprContext); ok {
			tst[i] = t.(IExprContext)
			i++
		}
	}

	return tst
}

func (s *ConditionalContext) Expr(i int) IExprContext {
	var t antlr.RuleContext
	j := 0
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IExprContext); ok {
			if j == i {
				t = ctx.(antlr.RuleContext)
				break
			}
			j++
		}
	}

	if t == nil {
		return nil
	}

	return t.(IExprContext)
}

func (s *ConditionalContext) THEN() antlr.TerminalNode {
	return s.GetToken(NeslParserTHEN, 0)
}

func (s *ConditionalContext) ELSE() antlr.TerminalNode {
	return s.GetToken(NeslParserELSE, 0)
}

type LocalContext struct {
	TailContext
}

func NewLocalContext(parser antlr.Parser, ctx antlr.ParserRuleContext) *LocalContext {
	var p = new(LocalContext)

	InitEmptyTailContext(&p.TailContext)
	p.parser = parser
	p.CopyAll(ctx.(*TailContext))

	return p
}

func (s *LocalContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *LocalContext) LET() antlr.TerminalNode {
	return s.GetToken(NeslParserLET, 0)
}

func (s *LocalContext) AllBinding() []IBindingContext {
	children := s.GetChildren()
	len := 0
	for _, ctx := range children {
		if _, ok := ctx.(IBindingContext); ok {
			len++
		}
	}

	tst := make([]IBindingContext, len)
	i := 0
	for _, ctx := range children {
		if t, ok := ctx.(IBindingContext); ok {
			tst[i] = t.(IBindingContext)
			i++
		}
	}

	return tst
}

func (s *LocalContext) Binding(i int) IBindingContext {
	var t antlr.RuleContext
	j := 0
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IBindingContext); ok {
			if j == i {
				t = ctx.(antlr.RuleContext)
				break
			}
			j++
		}
	}

	if t == nil {
		return nil
	}

	return t.(IBindingContext)
}

func (s *LocalContext) IN() antlr.TerminalNode {
	return s.GetToken(NeslParserIN, 0)
}

func (s *LocalContext) Expr() IExprContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IExprContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IExprContext)
}

func (s *LocalContext) AllSEMI() []antlr.TerminalNode {
	return s.GetTokens(NeslParserSEMI)
}

func (s *LocalContext) SEMI(i int) antlr.TerminalNode {
	return s.GetToken(NeslParserSEMI, i)
}

type ChoiceContext struct {
	TailContext
}

func NewChoiceContext(parser antlr.Parser, ctx antlr.ParserRuleContext) *ChoiceContext {
	var p = new(ChoiceContext)

	InitEmptyTailContext(&p.TailContext)
	p.parser = parser
	p.CopyAll(ctx.(*TailContext))

	return p
}

func (s *ChoiceContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *ChoiceContext) CASE() antlr.TerminalNode {
	return s.GetToken(NeslParserCASE, 0)
}

func (s *ChoiceContext) Expr() IExprContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IExprContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IExprContext)
}

func (s *ChoiceContext) OF() antlr.TerminalNode {
	return s.GetToken(NeslParserOF, 0)
}

func (s *ChoiceContext) AllArm() []IArmContext {
	children := s.GetChildren()
	len := 0
	for _, ctx := range children {
		if _, ok := ctx.(IArmContext); ok {
			len++
		}
	}

	tst := make([]IArmContext, len)
	i := 0
	for _, ctx := range children {
		if t, ok := ctx.(IArmContext); ok {
			tst[i] = t.(IArmContext)
			i++
		}
	}

	return tst
}

func (s *ChoiceContext) Arm(i int) IArmContext {
	var t antlr.RuleContext
	j := 0
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IArmContext); ok {
			if j == i {
				t = ctx.(antlr.RuleContext)
				break
			}
			j++
		}
	}

	if t == nil {
		return nil
	}

	return t.(IArmContext)
}

func (s *ChoiceContext) AllBAR() []antlr.TerminalNode {
	return s.GetTokens(NeslParserBAR)
}

func (s *ChoiceContext) BAR(i int) antlr.TerminalNode {
	return s.GetToken(NeslParserBAR, i)
}

func (p *NeslParser) Tail() (localctx ITailContext) {
	localctx = NewTailContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 40, NeslParserRULE_tail)
	var _la int

	var _alt int

	p.SetState(244)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}

	switch p.GetTokenStream().LA(1) {
	case NeslParserIF:
		localctx = NewConditionalContext(p, localctx)
		p.EnterOuterAlt(localctx, 1)
		{
			p.SetState(211)
			p.Match(NeslParserIF)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}
		{
			p.SetState(212)
			p.Expr()
		}
		{
			p.SetState(213)
			p.Match(NeslParserTHEN)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}
		{
			p.SetState(214)
			p.Expr()
		}
		{
			p.SetState(215)
			p.Match(NeslParserELSE)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}
		{
			p.SetState(216)
			p.Expr()
		}

	case NeslParserLET:
		localctx = NewLocalContext(p, localctx)
		p.EnterOuterAlt(localctx, 2)
		{
			p.SetState(218)
			p.Match(NeslParserLET)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}
		{
			p.SetState(219)
			p.Binding()
		}
		p.SetState(224)
		p.GetErrorHandler().Sync(p)
		if p.HasError() {
			goto errorExit
		}
		_alt = p.GetInterpreter().AdaptivePredict(p.BaseParser, p.GetTokenStream(), 29, p.GetParserRuleContext())
		if p.HasError() {
			goto errorExit
		}
		for _alt != 2 && _alt != antlr.ATNInvalidAltNumber {
			if _alt == 1 {
				{
					p.SetState(220)
					p.Match(NeslParserSEMI)
					if p.HasError() {
						// Recognition error - abort rule
						goto errorExit
					}
				}
				{
					p.SetState(221)
					p.Binding()
				}

			}
			p.SetState(226)
			p.GetErrorHandler().Sync(p)
			if p.HasError() {
				goto errorExit
			}
			_alt = p.GetInterpreter().AdaptivePredict(p.BaseParser, p.GetTokenStream(), 29, p.GetParserRuleContext())
			if p.HasError() {
				goto errorExit
			}
		}
		p.SetState(228)
		p.GetErrorHandler().Sync(p)
		if p.HasError() {
			goto errorExit
		}
		_la = p.GetTokenStream().LA(1)

		if _la == NeslParserSEMI {
			{
				p.SetState(227)
				p.Match(NeslParserSEMI)
				if p.HasError() {
					// Recognition error - abort rule
					goto errorExit
				}
			}

		}
		{
			p.SetState(230)
			p.Match(NeslParserIN)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}
		{
			p.SetState(231)
			p.Expr()
		}

	case NeslParserCASE:
		localctx = NewChoiceContext(p, localctx)
		p.EnterOuterAlt(localctx, 3)
		{
			p.SetState(233)
			p.Match(NeslParserCASE)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}
		{
			p.SetState(234)
			p.Expr()
		}
		{
			p.SetState(235)
			p.Match(NeslParserOF)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}
		{
			p.SetState(236)
			p.Arm()
		}
		p.SetState(241)
		p.GetErrorHandler().Sync(p)
		if p.HasError() {
			goto errorExit
		}
		_alt = p.GetInterpreter().AdaptivePredict(p.BaseParser, p.GetTokenStream(), 31, p.GetParserRuleContext())
		if p.HasError() {
			goto errorExit
		}
		for _alt != 2 && _alt != antlr.ATNInvalidAltNumber {
			if _alt == 1 {
				{
					p.SetState(237)
					p.Match(NeslParserBAR)
					if p.HasError() {
						// Recognition error - abort rule
						goto errorExit
					}
				}
				{
					p.SetState(238)
					p.Arm()
				}

			}
			p.SetState(243)
			p.GetErrorHandler().Sync(p)
			if p.HasError() {
				goto errorExit
			}
			_alt = p.GetInterpreter().AdaptivePredict(p.BaseParser, p.GetTokenStream(), 31, p.GetParserRuleContext())
			if p.HasError() {
				goto errorExit
			}
		}

	default:
		p.SetError(antlr.NewNoViableAltException(p, nil, nil, nil, nil, nil))
		goto errorExit
	}

errorExit:
	if p.HasError() {
		v := p.GetError()
		localctx.SetException(v)
		p.GetErrorHandler().ReportError(p, v)
		p.GetErrorHandler().Recover(p, v)
		p.SetError(nil)
	}
	p.ExitRule()
	if false {
		goto errorExit
	}
	return localctx
}

// IArmContext is an interface to support dynamic dispatch.
type IArmContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	NAME() antlr.TerminalNode
	DARROW() antlr.TerminalNode
	Expr() IExprContext
	Paren() IParenContext

	// IsArmContext differentiates from other interfaces.
	IsArmContext()
}

type ArmContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyArmContext() *ArmContext {
	var p = new(ArmContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_arm
	return p
}

func InitEmptyArmContext(p *ArmContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_arm
}

func (*ArmContext) IsArmContext() {}

func NewArmContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *ArmContext {
	var p = new(ArmContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = NeslParserRULE_arm

	return p
}

func (s *ArmContext) GetParser() antlr.Parser { return s.parser }

func (s *ArmContext) NAME() antlr.TerminalNode {
	return s.GetToken(NeslParserNAME, 0)
}

func (s *ArmContext) DARROW() antlr.TerminalNode {
	return s.GetToken(NeslParserDARROW, 0)
}

func (s *ArmContext) Expr() IExprContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IExprContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IExprContext)
}

func (s *ArmContext) Paren() IParenContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IParenContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IParenContext)
}

func (s *ArmContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *ArmContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *NeslParser) Arm() (localctx IArmContext) {
	localctx = NewArmContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 42, NeslParserRULE_arm)
	var _la int

	p.EnterOuterAlt(localctx, 1)
	{
		p.SetState(246)
		p.Match(NeslParserNAME)
		if p.HasError() {
			// Recognition error - abort rule
			goto errorExit
		}
	}
	p.SetState(248)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}
	_la = p.GetTokenStream().LA(1)

	if _la == NeslParserLPAREN {
		{
			p.SetState(247)
			p.Paren()
		}

	}
	{
		p.SetState(250)
		p.Match(NeslParserDARROW)
		if p.HasError() {
			// Recognition error - abort rule
			goto errorExit
		}
	}
	{
		p.SetState(251)
		p.Expr()
	}

errorExit:
	if p.HasError() {
		v := p.GetError()
		localctx.SetException(v)
		p.GetErrorHandler().ReportError(p, v)
		p.GetErrorHandler().Recover(p, v)
		p.SetError(nil)
	}
	p.ExitRule()
	if false {
		goto errorExit
	}
	return localctx
}

// IBindingContext is an interface to support dynamic dispatch.
type IBindingContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	Pattern() IPatternContext
	EQUALS() antlr.TerminalNode
	Expr() IExprContext

	// IsBindingContext differentiates from other interfaces.
	IsBindingContext()
}

type BindingContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyBindingContext() *BindingContext {
	var p = new(BindingContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_binding
	return p
}

func InitEmptyBindingContext(p *BindingContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = NeslParserRULE_binding
}

func (*BindingContext) IsBindingContext() {}

func NewBindingContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *BindingContext {
	var p = new(BindingContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = NeslParserRULE_binding

	return p
}

func (s *BindingContext) GetParser() antlr.Parser { return s.parser }

func (s *BindingContext) Pattern() IPatternContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IPatternContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IPatternContext)
}

func (s *BindingContext) EQUALS() antlr.TerminalNode {
	return s.GetToken(NeslParserEQUALS, 0)
}

func (s *BindingContext) Expr() IExprContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IExprContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IExprContext)
}

func (s *BindingContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *BindingContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *NeslParser) Binding() (localctx IBindingContext) {
	localctx = NewBindingContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 44, NeslParserRULE_binding)
	p.EnterOuterAlt(localctx, 1)
	{
		p.SetState(253)
		p.Pattern()
	}
	{
		p.SetState(254)
		p.Match(NeslParserEQUALS)
		if p.HasError() {
			// Recognition error - abort rule
			goto errorExit
		}
	}
	{
		p.SetState(255)
		p.Expr()
	}

errorExit:
	if p.HasError() {
		v := p.GetError()
		localctx.SetException(v)
		p.GetErrorHandler().ReportError(p, v)
		p.GetErrorHandler().Recover(p, v)
		p.SetError(nil)
	}
	p.ExitRule()
	if false {
		goto errorExit
	}
	return localctx
}
