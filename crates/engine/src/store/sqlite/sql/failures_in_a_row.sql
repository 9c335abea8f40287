-- Number of runs of a schedule that have failed in a row.
SELECT failures_in_a_row FROM progress WHERE uid = ?1
