-- Writes what this snapshot holds to another file, without the pages that are free.
VACUUM INTO ?1
