-- A row of the ledger, held until the end, so that two who open it again do not both.
SELECT state, schedule_uid FROM occurrences WHERE id = $1 AND tenant = $2 FOR NO KEY UPDATE
