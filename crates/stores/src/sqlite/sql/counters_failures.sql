-- Number of consecutive failed runs of a schedule.
SELECT failures_in_a_row FROM progress WHERE uid = ?1
