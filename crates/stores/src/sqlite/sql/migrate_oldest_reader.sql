-- The oldest layout version that a program must support to work on this file.
SELECT value FROM meta WHERE name = 'oldest_reader'
