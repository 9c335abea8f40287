-- A deleted schedule stays as long as the ledger has a row of it. Its revisions and its progress go with it.
DELETE FROM schedules
WHERE uid = :uid AND status = 5 AND (SELECT row_count FROM progress WHERE uid = schedules.uid) = 0
