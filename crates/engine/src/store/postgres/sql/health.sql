-- Settings under which an acknowledged write may be lost.
SELECT current_setting('fsync') = 'on', current_setting('full_page_writes') = 'on',
       current_setting('synchronous_commit') <> 'off'
