-- The last assigned occurrence ID. Retention does not lower it.
SELECT last_value FROM occurrences_id_seq
