-- Writes the contents of this snapshot to another file, without free pages.
VACUUM INTO ?1
