module refrain

go 1.19
