-- Stores attempts that the occurrence row itself does not record. A run that succeeds on its first attempt has none.
INSERT INTO attempts (occurrence, number, fence, owner, started_at, ended_at, outcome, message)
VALUES (:occurrence, :number, :fence, :owner, :started_at, :ended_at, :outcome, :message)
