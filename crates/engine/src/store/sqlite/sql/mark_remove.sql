-- Whoever removes a mark has compared it first, in this transaction.
DELETE FROM marks
WHERE tenant = :tenant AND kind = :kind AND name = :name
