-- A deleted schedule stays while the ledger has an occurrence of it. Its revisions and progress are deleted with it.
DELETE FROM schedules
WHERE uid = :uid AND status = 5 AND (SELECT row_count FROM progress WHERE uid = schedules.uid) = 0
