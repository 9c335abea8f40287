-- Locks an occurrence until the end of the transaction, so that of two concurrent calls only one reopens it.
SELECT state, schedule_uid FROM occurrences WHERE id = $1 AND tenant = $2 FOR NO KEY UPDATE
