// Form for switching the tenant. All cached data belongs to the previous tenant, so the page is reloaded.
import { Autocomplete, Button } from '@mantine/core';
import { useState } from 'react';
import { chooseTenant, chosenTenant, isTenantName, recentTenants } from '../../api/tenant';
import classes from './account-menu.module.css';
import { NAV_GROUPS } from './nav-entries';
import { tenantStrings } from './strings';

export function TenantForm() {
  const [name, setName] = useState(chosenTenant() ?? '');
  const [isWrong, setWrong] = useState(false);
  const choose = (event: React.FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted && !isTenantName(wanted)) return setWrong(true);
    chooseTenant(wanted || null);
    // The object of the current page may not exist in the other tenant; list pages do.
    const { pathname } = location;
    location.assign(NAV_GROUPS.some(({ entries }) => entries.some(({ to }) => to === pathname)) ? pathname : '/');
  };
  return (
    <form className={classes.tenant} onSubmit={choose}>
      <Autocomplete
        size="xs"
        label={tenantStrings.tenant}
        placeholder={tenantStrings.placeholder}
        error={isWrong ? tenantStrings.invalid : undefined}
        data={recentTenants()}
        comboboxProps={{ withinPortal: false }}
        value={name}
        onChange={(value) => {
          setName(value);
          setWrong(false);
        }}
      />
      <Button size="xs" variant="default" type="submit">
        {tenantStrings.switch}
      </Button>
    </form>
  );
}
