-- The last number that was given to a row; retention does not lower it.
SELECT last_value FROM occurrences_id_seq
