// Code generated from Harlan.g4 by gen.sh. DO NOT EDIT.

package gen // Harlan
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

type HarlanParser struct {
	*antlr.BaseParser
}

var HarlanParserStaticData struct {
	once                   sync.Once
	serializedATN          []int32
	LiteralNames           []string
	SymbolicNames          []string
	RuleNames              []string
	PredictionContextCache *antlr.PredictionContextCache
	atn                    *antlr.ATN
	decisionToDFA          []*antlr.DFA
}

func harlanParserInit() {
	staticData := &HarlanParserStaticData
	staticData.LiteralNames = []string{
		"", "'('", "')'", "'['", "']'", "'.'", "'#;'",
	}
	staticData.SymbolicNames = []string{
		"", "LPAREN", "RPAREN", "LBRACKET", "RBRACKET", "DOT", "SKIP_NEXT",
		"BOOL", "INT", "FLOAT", "CHAR", "SYMBOL", "STRING", "OPEN_STRING", "COMMENT",
		"OPEN_COMMENT", "LINE", "BLANK", "STRAY",
	}
	staticData.RuleNames = []string{
		"file", "skipped", "datum", "list", "items",
	}
	staticData.PredictionContextCache = antlr.NewPredictionContextCache()
	staticData.serializedATN = []int32{
		4, 1, 18, 71, 2, 0, 7, 0, 2, 1, 7, 1, 2, 2, 7, 2, 2, 3, 7, 3, 2, 4, 7,
		4, 1, 0, 1, 0, 5, 0, 13, 8, 0, 10, 0, 12, 0, 16, 9, 0, 1, 0, 1, 0, 1, 1,
		1, 1, 5, 1, 22, 8, 1, 10, 1, 12, 1, 25, 9, 1, 1, 1, 1, 1, 1, 2, 1, 2, 1,
		2, 1, 2, 1, 2, 1, 2, 1, 2, 3, 2, 36, 8, 2, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3,
		1, 3, 1, 3, 1, 3, 3, 3, 46, 8, 3, 1, 4, 1, 4, 5, 4, 50, 8, 4, 10, 4, 12,
		4, 53, 9, 4, 1, 4, 1, 4, 5, 4, 57, 8, 4, 10, 4, 12, 4, 60, 9, 4, 1, 4,
		1, 4, 5, 4, 64, 8, 4, 10, 4, 12, 4, 67, 9, 4, 3, 4, 69, 8, 4, 1, 4, 0,
		0, 5, 0, 2, 4, 6, 8, 0, 0, 80, 0, 14, 1, 0, 0, 0, 2, 19, 1, 0, 0, 0, 4,
		35, 1, 0, 0, 0, 6, 45, 1, 0, 0, 0, 8, 51, 1, 0, 0, 0, 10, 13, 3, 2, 1,
		0, 11, 13, 3, 4, 2, 0, 12, 10, 1, 0, 0, 0, 12, 11, 1, 0, 0, 0, 13, 16,
		1, 0, 0, 0, 14, 12, 1, 0, 0, 0, 14, 15, 1, 0, 0, 0, 15, 17, 1, 0, 0, 0,
		16, 14, 1, 0, 0, 0, 17, 18, 5, 0, 0, 1, 18, 1, 1, 0, 0, 0, 19, 23, 5, 6,
		0, 0, 20, 22, 3, 2, 1, 0, 21, 20, 1, 0, 0, 0, 22, 25, 1, 0, 0, 0, 23, 21,
		1, 0, 0, 0, 23, 24, 1, 0, 0, 0, 24, 26, 1, 0, 0, 0, 25, 23, 1, 0, 0, 0,
		26, 27, 3, 4, 2, 0, 27, 3, 1, 0, 0, 0, 28, 36, 3, 6, 3, 0, 29, 36, 5, 11,
		0, 0, 30, 36, 5, 8, 0, 0, 31, 36, 5, 9, 0, 0, 32, 36, 5, 7, 0, 0, 33, 36,
		5, 10, 0, 0, 34, 36, 5, 12, 0, 0, 35, 28, 1, 0, 0, 0, 35, 29, 1, 0, 0,
		0, 35, 30, 1, 0, 0, 0, 35, 31, 1, 0, 0, 0, 35, 32, 1, 0, 0, 0, 35, 33,
		1, 0, 0, 0, 35, 34, 1, 0, 0, 0, 36, 5, 1, 0, 0, 0, 37, 38, 5, 1, 0, 0,
		38, 39, 3, 8, 4, 0, 39, 40, 5, 2, 0, 0, 40, 46, 1, 0, 0, 0, 41, 42, 5,
		3, 0, 0, 42, 43, 3, 8, 4, 0, 43, 44, 5, 4, 0, 0, 44, 46, 1, 0, 0, 0, 45,
		37, 1, 0, 0, 0, 45, 41, 1, 0, 0, 0, 46, 7, 1, 0, 0, 0, 47, 50, 3, 2, 1,
		0, 48, 50, 3, 4, 2, 0, 49, 47, 1, 0, 0, 0, 49, 48, 1, 0, 0, 0, 50, 53,
		1, 0, 0, 0, 51, 49, 1, 0, 0, 0, 51, 52, 1, 0, 0, 0, 52, 68, 1, 0, 0, 0,
		53, 51, 1, 0, 0, 0, 54, 58, 5, 5, 0, 0, 55, 57, 3, 2, 1, 0, 56, 55, 1,
		0, 0, 0, 57, 60, 1, 0, 0, 0, 58, 56, 1, 0, 0, 0, 58, 59, 1, 0, 0, 0, 59,
		61, 1, 0, 0, 0, 60, 58, 1, 0, 0, 0, 61, 65, 3, 4, 2, 0, 62, 64, 3, 2, 1,
		0, 63, 62, 1, 0, 0, 0, 64, 67, 1, 0, 0, 0, 65, 63, 1, 0, 0, 0, 65, 66,
		1, 0, 0, 0, 66, 69, 1, 0, 0, 0, 67, 65, 1, 0, 0, 0, 68, 54, 1, 0, 0, 0,
		68, 69, 1, 0, 0, 0, 69, 9, 1, 0, 0, 0, 10, 12, 14, 23, 35, 45, 49, 51,
		58, 65, 68,
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

// HarlanParserInit initializes any static state used to implement HarlanParser. By default the
// static state used to implement the parser is lazily initialized during the first call to
// NewHarlanParser(). You can call this function if you wish to initialize the static state ahead
// of time.
func HarlanParserInit() {
	staticData := &HarlanParserStaticData
	staticData.once.Do(harlanParserInit)
}

// NewHarlanParser produces a new parser instance for the optional input antlr.TokenStream.
func NewHarlanParser(input antlr.TokenStream) *HarlanParser {
	HarlanParserInit()
	this := new(HarlanParser)
	this.BaseParser = antlr.NewBaseParser(input)
	staticData := &HarlanParserStaticData
	this.Interpreter = antlr.NewParserATNSimulator(this, staticData.atn, staticData.decisionToDFA, staticData.PredictionContextCache)
	this.RuleNames = staticData.RuleNames
	this.LiteralNames = staticData.LiteralNames
	this.SymbolicNames = staticData.SymbolicNames
	this.GrammarFileName = "Harlan.g4"

	return this
}

// HarlanParser tokens.
const (
	HarlanParserEOF          = antlr.TokenEOF
	HarlanParserLPAREN       = 1
	HarlanParserRPAREN       = 2
	HarlanParserLBRACKET     = 3
	HarlanParserRBRACKET     = 4
	HarlanParserDOT          = 5
	HarlanParserSKIP_NEXT    = 6
	HarlanParserBOOL         = 7
	HarlanParserINT          = 8
	HarlanParserFLOAT        = 9
	HarlanParserCHAR         = 10
	HarlanParserSYMBOL       = 11
	HarlanParserSTRING       = 12
	HarlanParserOPEN_STRING  = 13
	HarlanParserCOMMENT      = 14
	HarlanParserOPEN_COMMENT = 15
	HarlanParserLINE         = 16
	HarlanParserBLANK        = 17
	HarlanParserSTRAY        = 18
)

// HarlanParser rules.
const (
	HarlanParserRULE_file    = 0
	HarlanParserRULE_skipped = 1
	HarlanParserRULE_datum   = 2
	HarlanParserRULE_list    = 3
	HarlanParserRULE_items   = 4
)

// IFileContext is an interface to support dynamic dispatch.
type IFileContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	EOF() antlr.TerminalNode
	AllSkipped() []ISkippedContext
	Skipped(i int) ISkippedContext
	AllDatum() []IDatumContext
	Datum(i int) IDatumContext

	// IsFileContext differentiates from other interfaces.
	IsFileContext()
}

type FileContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyFileContext() *FileContext {
	var p = new(FileContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = HarlanParserRULE_file
	return p
}

func InitEmptyFileContext(p *FileContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = HarlanParserRULE_file
}

func (*FileContext) IsFileContext() {}

func NewFileContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *FileContext {
	var p = new(FileContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = HarlanParserRULE_file

	return p
}

func (s *FileContext) GetParser() antlr.Parser { return s.parser }

func (s *FileContext) EOF() antlr.TerminalNode {
	return s.GetToken(HarlanParserEOF, 0)
}

func (s *FileContext) AllSkipped() []ISkippedContext {
	children := s.GetChildren()
	len := 0
	for _, ctx := range children {
		if _, ok := ctx.(ISkippedContext); ok {
			len++
		}
	}

	tst := make([]ISkippedContext, len)
	i := 0
	for _, ctx := range children {
		if t, ok := ctx.(ISkippedContext); ok {
			tst[i] = t.(ISkippedContext)
			i++
		}
	}

	return tst
}

func (s *FileContext) Skipped(i int) ISkippedContext {
	var t antlr.RuleContext
	j := 0
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(ISkippedContext); ok {
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

	return t.(ISkippedContext)
}

func (s *FileContext) AllDatum() []IDatumContext {
	children := s.GetChildren()
	len := 0
	for _, ctx := range children {
		if _, ok := ctx.(IDatumContext); ok {
			len++
		}
	}

	tst := make([]IDatumContext, len)
	i := 0
	for _, ctx := range children {
		if t, ok := ctx.(IDatumContext); ok {
			tst[i] = t.(IDatumContext)
			i++
		}
	}

	return tst
}

func (s *FileContext) Datum(i int) IDatumContext {
	var t antlr.RuleContext
	j := 0
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IDatumContext); ok {
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

	return t.(IDatumContext)
}

func (s *FileContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *FileContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *HarlanParser) File() (localctx IFileContext) {
	localctx = NewFileContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 0, HarlanParserRULE_file)
	var _la int

	p.EnterOuterAlt(localctx, 1)
	p.SetState(14)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}
	_la = p.GetTokenStream().LA(1)

	for (int64(_la) & ^0x3f) == 0 && ((int64(1)<<_la)&8138) != 0 {
		p.SetState(12)
		p.GetErrorHandler().Sync(p)
		if p.HasError() {
			goto errorExit
		}

		switch p.GetTokenStream().LA(1) {
		case HarlanParserSKIP_NEXT:
			{
				p.SetState(10)
				p.Skipped()
			}

		case HarlanParserLPAREN, HarlanParserLBRACKET, HarlanParserBOOL, HarlanParserINT, HarlanParserFLOAT, HarlanParserCHAR, HarlanParserSYMBOL, HarlanParserSTRING:
			{
				p.SetState(11)
				p.Datum()
			}

		default:
			p.SetError(antlr.NewNoViableAltException(p, nil, nil, nil, nil, nil))
			goto errorExit
		}

		p.SetState(16)
		p.GetErrorHandler().Sync(p)
		if p.HasError() {
			goto errorExit
		}
		_la = p.GetTokenStream().LA(1)
	}
	{
		p.SetState(17)
		p.Match(HarlanParserEOF)
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

// ISkippedContext is an interface to support dynamic dispatch.
type ISkippedContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	SKIP_NEXT() antlr.TerminalNode
	Datum() IDatumContext
	AllSkipped() []ISkippedContext
	Skipped(i int) ISkippedContext

	// IsSkippedContext differentiates from other interfaces.
	IsSkippedContext()
}

type SkippedContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptySkippedContext() *SkippedContext {
	var p = new(SkippedContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = HarlanParserRULE_skipped
	return p
}

func InitEmptySkippedContext(p *SkippedContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = HarlanParserRULE_skipped
}

func (*SkippedContext) IsSkippedContext() {}

func NewSkippedContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *SkippedContext {
	var p = new(SkippedContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = HarlanParserRULE_skipped

	return p
}

func (s *SkippedContext) GetParser() antlr.Parser { return s.parser }

func (s *SkippedContext) SKIP_NEXT() antlr.TerminalNode {
	return s.GetToken(HarlanParserSKIP_NEXT, 0)
}

func (s *SkippedContext) Datum() IDatumContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IDatumContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IDatumContext)
}

func (s *SkippedContext) AllSkipped() []ISkippedContext {
	children := s.GetChildren()
	len := 0
	for _, ctx := range children {
		if _, ok := ctx.(ISkippedContext); ok {
			len++
		}
	}

	tst := make([]ISkippedContext, len)
	i := 0
	for _, ctx := range children {
		if t, ok := ctx.(ISkippedContext); ok {
			tst[i] = t.(ISkippedContext)
			i++
		}
	}

	return tst
}

func (s *SkippedContext) Skipped(i int) ISkippedContext {
	var t antlr.RuleContext
	j := 0
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(ISkippedContext); ok {
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

	return t.(ISkippedContext)
}

func (s *SkippedContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *SkippedContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *HarlanParser) Skipped() (localctx ISkippedContext) {
	localctx = NewSkippedContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 2, HarlanParserRULE_skipped)
	var _la int

	p.EnterOuterAlt(localctx, 1)
	{
		p.SetState(19)
		p.Match(HarlanParserSKIP_NEXT)
		if p.HasError() {
			// Recognition error - abort rule
			goto errorExit
		}
	}
	p.SetState(23)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}
	_la = p.GetTokenStream().LA(1)

	for _la == HarlanParserSKIP_NEXT {
		{
			p.SetState(20)
			p.Skipped()
		}

		p.SetState(25)
		p.GetErrorHandler().Sync(p)
		if p.HasError() {
			goto errorExit
		}
		_la = p.GetTokenStream().LA(1)
	}
	{
		p.SetState(26)
		p.Datum()
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

// IDatumContext is an interface to support dynamic dispatch.
type IDatumContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	List() IListContext
	SYMBOL() antlr.TerminalNode
	INT() antlr.TerminalNode
	FLOAT() antlr.TerminalNode
	BOOL() antlr.TerminalNode
	CHAR() antlr.TerminalNode
	STRING() antlr.TerminalNode

	// IsDatumContext differentiates from other interfaces.
	IsDatumContext()
}

type DatumContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyDatumContext() *DatumContext {
	var p = new(DatumContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = HarlanParserRULE_datum
	return p
}

func InitEmptyDatumContext(p *DatumContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = HarlanParserRULE_datum
}

func (*DatumContext) IsDatumContext() {}

func NewDatumContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *DatumContext {
	var p = new(DatumContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = HarlanParserRULE_datum

	return p
}

func (s *DatumContext) GetParser() antlr.Parser { return s.parser }

func (s *DatumContext) List() IListContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IListContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IListContext)
}

func (s *DatumContext) SYMBOL() antlr.TerminalNode {
	return s.GetToken(HarlanParserSYMBOL, 0)
}

func (s *DatumContext) INT() antlr.TerminalNode {
	return s.GetToken(HarlanParserINT, 0)
}

func (s *DatumContext) FLOAT() antlr.TerminalNode {
	return s.GetToken(HarlanParserFLOAT, 0)
}

func (s *DatumContext) BOOL() antlr.TerminalNode {
	return s.GetToken(HarlanParserBOOL, 0)
}

func (s *DatumContext) CHAR() antlr.TerminalNode {
	return s.GetToken(HarlanParserCHAR, 0)
}

func (s *DatumContext) STRING() antlr.TerminalNode {
	return s.GetToken(HarlanParserSTRING, 0)
}

func (s *DatumContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *DatumContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *HarlanParser) Datum() (localctx IDatumContext) {
	localctx = NewDatumContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 4, HarlanParserRULE_datum)
	p.SetState(35)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}

	switch p.GetTokenStream().LA(1) {
	case HarlanParserLPAREN, HarlanParserLBRACKET:
		p.EnterOuterAlt(localctx, 1)
		{
			p.SetState(28)
			p.List()
		}

	case HarlanParserSYMBOL:
		p.EnterOuterAlt(localctx, 2)
		{
			p.SetState(29)
			p.Match(HarlanParserSYMBOL)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}

	case HarlanParserINT:
		p.EnterOuterAlt(localctx, 3)
		{
			p.SetState(30)
			p.Match(HarlanParserINT)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}

	case HarlanParserFLOAT:
		p.EnterOuterAlt(localctx, 4)
		{
			p.SetState(31)
			p.Match(HarlanParserFLOAT)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}

	case HarlanParserBOOL:
		p.EnterOuterAlt(localctx, 5)
		{
			p.SetState(32)
			p.Match(HarlanParserBOOL)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}

	case HarlanParserCHAR:
		p.EnterOuterAlt(localctx, 6)
		{
			p.SetState(33)
			p.Match(HarlanParserCHAR)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}

	case HarlanParserSTRING:
		p.EnterOuterAlt(localctx, 7)
		{
			p.SetState(34)
			p.Match(HarlanParserSTRING)
			if p.HasError() {
				// Recognition error - abort rule
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

// IListContext is an interface to support dynamic dispatch.
type IListContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	LPAREN() antlr.TerminalNode
	Items() IItemsContext
	RPAREN() antlr.TerminalNode
	LBRACKET() antlr.TerminalNode
	RBRACKET() antlr.TerminalNode

	// IsListContext differentiates from other interfaces.
	IsListContext()
}

type ListContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyListContext() *ListContext {
	var p = new(ListContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = HarlanParserRULE_list
	return p
}

func InitEmptyListContext(p *ListContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = HarlanParserRULE_list
}

func (*ListContext) IsListContext() {}

func NewListContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *ListContext {
	var p = new(ListContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = HarlanParserRULE_list

	return p
}

func (s *ListContext) GetParser() antlr.Parser { return s.parser }

func (s *ListContext) LPAREN() antlr.TerminalNode {
	return s.GetToken(HarlanParserLPAREN, 0)
}

func (s *ListContext) Items() IItemsContext {
	var t antlr.RuleContext
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IItemsContext); ok {
			t = ctx.(antlr.RuleContext)
			break
		}
	}

	if t == nil {
		return nil
	}

	return t.(IItemsContext)
}

func (s *ListContext) RPAREN() antlr.TerminalNode {
	return s.GetToken(HarlanParserRPAREN, 0)
}

func (s *ListContext) LBRACKET() antlr.TerminalNode {
	return s.GetToken(HarlanParserLBRACKET, 0)
}

func (s *ListContext) RBRACKET() antlr.TerminalNode {
	return s.GetToken(HarlanParserRBRACKET, 0)
}

func (s *ListContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *ListContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *HarlanParser) List() (localctx IListContext) {
	localctx = NewListContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 6, HarlanParserRULE_list)
	p.SetState(45)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}

	switch p.GetTokenStream().LA(1) {
	case HarlanParserLPAREN:
		p.EnterOuterAlt(localctx, 1)
		{
			p.SetState(37)
			p.Match(HarlanParserLPAREN)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}
		{
			p.SetState(38)
			p.Items()
		}
		{
			p.SetState(39)
			p.Match(HarlanParserRPAREN)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}

	case HarlanParserLBRACKET:
		p.EnterOuterAlt(localctx, 2)
		{
			p.SetState(41)
			p.Match(HarlanParserLBRACKET)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}
		{
			p.SetState(42)
			p.Items()
		}
		{
			p.SetState(43)
			p.Match(HarlanParserRBRACKET)
			if p.HasError() {
				// Recognition error - abort rule
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

// IItemsContext is an interface to support dynamic dispatch.
type IItemsContext interface {
	antlr.ParserRuleContext

	// GetParser returns the parser.
	GetParser() antlr.Parser

	// Getter signatures
	AllSkipped() []ISkippedContext
	Skipped(i int) ISkippedContext
	AllDatum() []IDatumContext
	Datum(i int) IDatumContext
	DOT() antlr.TerminalNode

	// IsItemsContext differentiates from other interfaces.
	IsItemsContext()
}

type ItemsContext struct {
	antlr.BaseParserRuleContext
	parser antlr.Parser
}

func NewEmptyItemsContext() *ItemsContext {
	var p = new(ItemsContext)
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = HarlanParserRULE_items
	return p
}

func InitEmptyItemsContext(p *ItemsContext) {
	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, nil, -1)
	p.RuleIndex = HarlanParserRULE_items
}

func (*ItemsContext) IsItemsContext() {}

func NewItemsContext(parser antlr.Parser, parent antlr.ParserRuleContext, invokingState int) *ItemsContext {
	var p = new(ItemsContext)

	antlr.InitBaseParserRuleContext(&p.BaseParserRuleContext, parent, invokingState)

	p.parser = parser
	p.RuleIndex = HarlanParserRULE_items

	return p
}

func (s *ItemsContext) GetParser() antlr.Parser { return s.parser }

func (s *ItemsContext) AllSkipped() []ISkippedContext {
	children := s.GetChildren()
	len := 0
	for _, ctx := range children {
		if _, ok := ctx.(ISkippedContext); ok {
			len++
		}
	}

	tst := make([]ISkippedContext, len)
	i := 0
	for _, ctx := range children {
		if t, ok := ctx.(ISkippedContext); ok {
			tst[i] = t.(ISkippedContext)
			i++
		}
	}

	return tst
}

func (s *ItemsContext) Skipped(i int) ISkippedContext {
	var t antlr.RuleContext
	j := 0
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(ISkippedContext); ok {
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

	return t.(ISkippedContext)
}

func (s *ItemsContext) AllDatum() []IDatumContext {
	children := s.GetChildren()
	len := 0
	for _, ctx := range children {
		if _, ok := ctx.(IDatumContext); ok {
			len++
		}
	}

	tst := make([]IDatumContext, len)
	i := 0
	for _, ctx := range children {
		if t, ok := ctx.(IDatumContext); ok {
			tst[i] = t.(IDatumContext)
			i++
		}
	}

	return tst
}

func (s *ItemsContext) Datum(i int) IDatumContext {
	var t antlr.RuleContext
	j := 0
	for _, ctx := range s.GetChildren() {
		if _, ok := ctx.(IDatumContext); ok {
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

	return t.(IDatumContext)
}

func (s *ItemsContext) DOT() antlr.TerminalNode {
	return s.GetToken(HarlanParserDOT, 0)
}

func (s *ItemsContext) GetRuleContext() antlr.RuleContext {
	return s
}

func (s *ItemsContext) ToStringTree(ruleNames []string, recog antlr.Recognizer) string {
	return antlr.TreesStringTree(s, ruleNames, recog)
}

func (p *HarlanParser) Items() (localctx IItemsContext) {
	localctx = NewItemsContext(p, p.GetParserRuleContext(), p.GetState())
	p.EnterRule(localctx, 8, HarlanParserRULE_items)
	var _la int

	p.EnterOuterAlt(localctx, 1)
	p.SetState(51)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}
	_la = p.GetTokenStream().LA(1)

	for (int64(_la) & ^0x3f) == 0 && ((int64(1)<<_la)&8138) != 0 {
		p.SetState(49)
		p.GetErrorHandler().Sync(p)
		if p.HasError() {
			goto errorExit
		}

		switch p.GetTokenStream().LA(1) {
		case HarlanParserSKIP_NEXT:
			{
				p.SetState(47)
				p.Skipped()
			}

		case HarlanParserLPAREN, HarlanParserLBRACKET, HarlanParserBOOL, HarlanParserINT, HarlanParserFLOAT, HarlanParserCHAR, HarlanParserSYMBOL, HarlanParserSTRING:
			{
				p.SetState(48)
				p.Datum()
			}

		default:
			p.SetError(antlr.NewNoViableAltException(p, nil, nil, nil, nil, nil))
			goto errorExit
		}

		p.SetState(53)
		p.GetErrorHandler().Sync(p)
		if p.HasError() {
			goto errorExit
		}
		_la = p.GetTokenStream().LA(1)
	}
	p.SetState(68)
	p.GetErrorHandler().Sync(p)
	if p.HasError() {
		goto errorExit
	}
	_la = p.GetTokenStream().LA(1)

	if _la == HarlanParserDOT {
		{
			p.SetState(54)
			p.Match(HarlanParserDOT)
			if p.HasError() {
				// Recognition error - abort rule
				goto errorExit
			}
		}
		p.SetState(58)
		p.GetErrorHandler().Sync(p)
		if p.HasError() {
			goto errorExit
		}
		_la = p.GetTokenStream().LA(1)

		for _la == HarlanParserSKIP_NEXT {
			{
				p.SetState(55)
				p.Skipped()
			}

			p.SetState(60)
			p.GetErrorHandler().Sync(p)
			if p.HasError() {
				goto errorExit
			}
			_la = p.GetTokenStream().LA(1)
		}
		{
			p.SetState(61)
			p.Datum()
		}
		p.SetState(65)
		p.GetErrorHandler().Sync(p)
		if p.HasError() {
			goto errorExit
		}
		_la = p.GetTokenStream().LA(1)

		for _la == HarlanParserSKIP_NEXT {
			{
				p.SetState(62)
				p.Skipped()
			}

			p.SetState(67)
			p.GetErrorHandler().Sync(p)
			if p.HasError() {
				goto errorExit
			}
			_la = p.GetTokenStream().LA(1)
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
