// The concrete syntax of NESL 3.1.
//
// This grammar finds the forms, the brackets and the words if, let, case ... of a
// program; it is LL(1) but for three places (marked), so parsing takes linear
// time. An expression is a FLAT list of operands and operators here: parse.go
// makes the tree, with the binding powers of the table Infix in ir/nesl. The
// same flat list is read as a pattern or as a type where one stands. So
//
//	f(a, b) + {x in v | x > 0}[0]
//
// is the list  f  paren  +  brace  bracket , and the tree is Pratt's business.
//
// What the grammar accepts and parse.go rejects, with a message that says why:
// operators without operands, (), [a,], [a:b,c], x[a:b], {a = 1 : ...},
// patterns and types that are none, application of a literal. The commands of
// the interpreter (load "file", set print_length 3) are expressions here.
grammar Nesl;

options { caseInsensitive = true; }

// ---- top level

// A whole file. Parse calls form by form, so that each mistake costs one form;
// this rule tells ANTLR what may follow a form.
program
    : (form | SEMI)* EOF
    ;

form
    : (function | datatype | statement) (SEMI | EOF)
    ;

// Without a body it is a stub, which must have a type. A doc string may not
// follow a type: it would be part of it.
function
    : FUNCTION NAME parameter (signature | STRING)? (EQUALS expr)?
    ;

parameter
    : NAME
    | paren
    ;

signature
    : COLON type (context STRING?)?
    ;

// Not LL(1): a ';' continues the context only before NAME 'in'.
context
    : COLONCOLON (LPAREN bound (SEMI bound)* RPAREN | bound (SEMI bound)*)
    ;

bound
    : NAME IN NAME
    ;

// With '=' it has alternatives, and its type variables stand before them.
datatype
    : DATATYPE NAME type? (EQUALS alternative (BAR alternative)*)? context?
    ;

alternative
    : NAME paren?
    ;

// An expression, an assignment, or a command of the interpreter.
statement
    : expr ((EQUALS | BARASSIGN | AMPASSIGN) expr)?
    ;

// ---- expressions, patterns, types: flat lists

// if, let and case take everything to their right, so they end a list.
expr
    : item+ tail?
    | tail
    ;

pattern
    : expr
    ;

type
    : expr
    ;

item
    : atom
    | operator
    | paren
    | bracket
    | brace
    ;

atom
    : NAME | INT | FLOAT | BOOL | CHAR | STRING | TIME
    ;

operator
    : PLUS | MINUS | STAR | SLASH | CARET | HASH | AT
    | PLUSPLUS | BARBAR | RARROW | LARROW
    | EQ | NE | LT | GT | LE | GE
    | AND | OR | NAND | NOR | XOR
    | COMMA | DARROW | COLONEQ
    ;

// Grouping, or the argument of an application.
paren
    : LPAREN expr? RPAREN
    ;

// A sequence or a range; after an operand, an index. [] needs a type, which is
// the item after it.
bracket
    : LBRACK (expr (COLON expr (COLON expr)?)?)? RBRACK
    ;

// Apply-to-each. Without ':' the head is body and first generator at once. A
// '*' that begins the head makes it serial.
brace
    : LBRACE head=expr (COLON generator | IN source=expr)? (SEMI generator)* (BAR filter=expr)? RBRACE
    ;

// pattern in expr, or a bare name.
generator
    : pattern (IN expr)?
    ;

// Not LL(1): the last ';' of a let may be followed by 'in', and the '|' behind an
// arm by the filter of an apply-to-each.
tail
    : IF expr THEN expr ELSE expr                       # conditional
    | LET binding (SEMI binding)* SEMI? IN expr         # local
    | CASE expr OF arm (BAR arm)*                       # choice
    ;

arm
    : NAME paren? DARROW expr
    ;

binding
    : pattern EQUALS expr
    ;

// ---- words

IF : 'if' ;
THEN : 'then' ;
ELSE : 'else' ;
CASE : 'case' ;
OF : 'of' ;
LET : 'let' ;
IN : 'in' ;
FUNCTION : 'function' ;
DATATYPE : 'datatype' ;
TIME : 'time' ;
AND : 'and' ;
OR : 'or' ;
NAND : 'nand' ;
NOR : 'nor' ;
XOR : 'xor' ;
BOOL : 't' | 'f' ;
RESERVED : 'pair' | 'closure' | 'defconfig' ;

// ---- operators and brackets

RARROW : '->' ;
LARROW : '<-' ;
DARROW : '=>' ;
COLONCOLON : '::' ;
COLONEQ : ':=' ;
PLUSPLUS : '++' ;
NE : '/=' ;
EQ : '==' ;
LE : '<=' ;
GE : '>=' ;
AMPASSIGN : '&=' ;
BARASSIGN : '|=' ;
BARBAR : '||' ;
PLUS : '+' ;
MINUS : '-' ;
STAR : '*' ;
SLASH : '/' ;
CARET : '^' ;
HASH : '#' ;
AT : '@' ;
LT : '<' ;
GT : '>' ;
COMMA : ',' ;
EQUALS : '=' ;
COLON : ':' ;
BAR : '|' ;
SEMI : ';' | '$' ;
LPAREN : '(' ;
RPAREN : ')' ;
LBRACK : '[' ;
RBRACK : ']' ;
LBRACE : '{' ;
RBRACE : '}' ;

// ---- literals

INT : [0-9]+ ;
FLOAT : [0-9]+ '.' [0-9]* EXPONENT? | '.' [0-9]+ EXPONENT? | [0-9]+ EXPONENT ;
fragment EXPONENT : 'e' [+-]? [0-9]+ ;
CHAR : '`' . ;
STRING : '"' ('\\' . | ~["\\])* '"' ;

// ---- names: everything that no other token claims

NAME : [a-z_~\u00A1-\uFEFE\uFF00-\u{10FFFF}] [a-z0-9_~\u00A1-\uFEFE\uFF00-\u{10FFFF}]* ;

// ---- between tokens

SPACE : [ \t\r\n\f\u00A0\uFEFF]+ -> skip ;
COMMENT : '%' ~'%'* '%' -> channel(HIDDEN) ;

// ---- mistakes, hidden from the parser; lex.go reports them

OPEN_COMMENT : '%' ~'%'* -> channel(HIDDEN) ;
OPEN_STRING : '"' ('\\' . | ~["\\])* '\\'? -> channel(HIDDEN) ;
OPEN_CHAR : '`' -> channel(HIDDEN) ;
STRAY : ('>>' | .) -> channel(HIDDEN) ;
