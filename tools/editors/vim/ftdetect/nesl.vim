autocmd BufRead,BufNewFile *.nesl setfiletype nesl
autocmd BufRead,BufNewFile *.kfc setfiletype harlan
autocmd BufRead,BufNewFile *.vcode setfiletype vcode
