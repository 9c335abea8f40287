-- Retention finds completed work items and dead letters each by their own age, and does not scan dead letters
-- that are kept longer.
CREATE INDEX work_items_ended_in ON work_items (state, ended_at) WHERE ended_at IS NOT NULL;
DROP INDEX work_items_ended;
