-- The oldest layout that a program must know to work on this file.
SELECT value FROM meta WHERE name = 'oldest_reader'
