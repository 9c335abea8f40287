// Navigation drawer for narrow screens: every page, by group.
import { Drawer, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { IconDots } from '../../ui/icons';
import { NAV_GROUPS } from './nav-entries';
import { NavEntryLink } from './nav-entry-link';
import classes from './side-nav.module.css';
import { strings } from './strings';

export function MoreNav() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <UnstyledButton className={`${classes.link} ${classes.more}`} aria-expanded={isOpen} onClick={() => setOpen(true)}>
        <IconDots />
        <span>{strings.more}</span>
      </UnstyledButton>
      <Drawer opened={isOpen} onClose={close} position="bottom" size="auto" title={strings.allPages}>
        <div className={classes.sheet}>
          {NAV_GROUPS.map(({ group, entries }) => (
            <section key={group} aria-label={group}>
              <h2 className={classes.group}>{group}</h2>
              <ul>
                {entries.map((entry) => (
                  <li key={entry.to}>
                    <NavEntryLink entry={entry} onClick={close} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </Drawer>
    </>
  );
}
