-- One migrates, the others wait until the transaction ends; each schema has a lock of its own.
SELECT pg_advisory_xact_lock(hashtextextended('refrain.migrate.' || $1, 0))::text
