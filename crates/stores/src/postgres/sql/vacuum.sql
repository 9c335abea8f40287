-- Frees the index entries of deleted rows. The command waits for no lock and returns no pages to the operating
-- system, so no other session waits for it either.
VACUUM (TRUNCATE false, SKIP_LOCKED true) open_occurrences, planning
