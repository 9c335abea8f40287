-- Only attempts that the row does not tell of itself come here, which on the usual way is none.
INSERT INTO attempts (occurrence, number, fence, owner, started_at, ended_at, outcome, message)
VALUES (:occurrence, :number, :fence, :owner, :started_at, :ended_at, :outcome, :message)
