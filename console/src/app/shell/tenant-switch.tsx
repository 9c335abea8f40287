// Shows the selected tenant, always visible for users who can switch.
import { Popover, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { chosenTenant } from '../../api/tenant';
import { useCaller } from '../../session/use-session';
import { IconChevron } from '../../ui/icons';
import { tenantStrings } from './strings';
import { TenantForm } from './tenant-form';
import classes from './top-bar.module.css';

export function TenantSwitch() {
  const who = useCaller();
  const [isOpen, setOpen] = useState(false);
  const chosen = chosenTenant();
  const shown = chosen ?? tenantStrings.default;
  // On a server without keys there is one tenant, so the pill is hidden until another one is selected.
  if (who?.reach !== 'all' || (who.mode === 'open' && !chosen)) return null;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.pill} aria-label={tenantStrings.current(shown)} onClick={() => setOpen(!isOpen)}>
          <span>{shown}</span>
          <IconChevron />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <TenantForm />
      </Popover.Dropdown>
    </Popover>
  );
}
