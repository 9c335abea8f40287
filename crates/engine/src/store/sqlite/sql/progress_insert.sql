-- Every schedule has its progress; what it is, is written as for every change.
INSERT INTO progress (uid, watermark)
VALUES (:uid, 0)
