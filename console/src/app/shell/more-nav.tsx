// Navigation drawer for narrow screens: every page, by group.
import { Drawer, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { IconDots } from '../../ui/icons';
import { NavEntryLink } from './nav-entry-link';
import { NAV_GROUPS } from './nav-entries';
import classes from './side-nav.module.css';

export function MoreNav() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <UnstyledButton className={`${classes.link} ${classes.more}`} aria-expanded={isOpen} onClick={() => setOpen(true)}>
        <IconDots />
        <span>More</span>
      </UnstyledButton>
      <Drawer opened={isOpen} onClose={close} position="bottom" size="auto" title="All pages" closeButtonProps={{ 'aria-label': 'Close' }}>
        <div className={classes.sheet}>
          {NAV_GROUPS.map(({ group, places }) => (
            <section key={group} aria-label={group}>
              <h2 className={classes.group}>{group}</h2>
              <ul>
                {places.map((place) => (
                  <li key={place.to}>
                    <NavEntryLink place={place} onClick={close} />
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
