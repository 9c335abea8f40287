-- Frees the index entries of rows that are gone. Nobody is waited for and no page is given back, so nobody waits for this either.
VACUUM (TRUNCATE false, SKIP_LOCKED true) open_occurrences, planning
