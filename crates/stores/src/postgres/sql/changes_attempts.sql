-- Records attempts that their occurrence rows no longer record.
INSERT INTO attempts (occurrence_id, attempt, fence, owner, started_at, ended_at, outcome, message)
SELECT u.occurrence_id, u.attempt, u.fence, u.owner, u.started_at, u.ended_at, u.outcome, u.message
FROM unnest($1::bigint[], $2::integer[], $3::bigint[], $4::text[], $5::timestamptz[], $6::timestamptz[],
            $7::smallint[], $8::text[])
    AS u (occurrence_id, attempt, fence, owner, started_at, ended_at, outcome, message)
