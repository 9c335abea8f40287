-- One process migrates; the others wait until its transaction ends. Each schema has its own lock.
SELECT pg_advisory_xact_lock(hashtextextended('refrain.migrate.' || $1, 0))::text
