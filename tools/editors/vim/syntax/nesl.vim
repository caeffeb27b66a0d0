" NESL
if exists('b:current_syntax')
  finish
endif
syntax case ignore

syntax keyword neslKeyword let in if then else case of time load set
syntax keyword neslOperator and or nand nor xor not
syntax keyword neslReserved pair closure defconfig
syntax keyword neslConstant t f
syntax keyword neslType int float bool char stream any number ordinal logical
syntax match neslDeclaration /\<\%(function\|datatype\)\>/ nextgroup=neslFunction skipwhite
syntax match neslFunction /\<[a-z_~][a-z0-9_~]*/ contained
syntax match neslNumber /\<\d\+\%(\.\d*\)\?\%(e[+-]\?\d\+\)\?/
syntax match neslSymbol /->\|<-\|=>\|::\|:=\|++\|\/=\|==\|<=\|>=\|&=\||=\|||\|[-+*\/^#@<>=:|]/
syntax match neslChar /`./
syntax region neslString start=/"/ skip=/\\./ end=/"/
syntax region neslComment start=/%/ end=/%/ contains=neslKey
syntax match neslKey /\<\%(test\|bench\|cost\|example\|see\):/ contained

highlight default link neslKeyword Keyword
highlight default link neslDeclaration Structure
highlight default link neslReserved Keyword
highlight default link neslFunction Function
highlight default link neslOperator Operator
highlight default link neslSymbol Operator
highlight default link neslConstant Boolean
highlight default link neslType Type
highlight default link neslNumber Number
highlight default link neslChar Character
highlight default link neslString String
highlight default link neslComment Comment
highlight default link neslKey SpecialComment

setlocal commentstring=%\ %s\ %
let b:current_syntax = 'nesl'
