-- Only what has ended has an end. What was done (2) and what is dead (3) go by times of their own; both comparisons with an
-- end can use its index.
DELETE FROM work_items
WHERE (state = 2 AND ended_at < :done OR state = 3 AND ended_at < :dead) AND (:tenant IS NULL OR tenant = :tenant)
