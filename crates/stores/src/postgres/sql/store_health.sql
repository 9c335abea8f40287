-- Settings under which an acknowledged write may be lost, and the layout version.
SELECT current_setting('fsync') = 'on', current_setting('full_page_writes') = 'on',
       current_setting('synchronous_commit') <> 'off', (SELECT coalesce(max(version), 0) FROM meta)
