-- The caller has compared the mark's value in this transaction before it removes the mark.
DELETE FROM marks
WHERE tenant = :tenant AND kind = :kind AND name = :name
