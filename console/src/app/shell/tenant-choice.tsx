// Looks at another tenant. Everything that is kept belongs to the one before, so the page begins anew.
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { chooseTenant, chosenTenant } from '../../api/tenant';
import classes from './account-menu.module.css';

export function TenantChoice() {
  const [name, setName] = useState(chosenTenant() ?? '');
  const choose = (event: React.FormEvent) => {
    event.preventDefault();
    chooseTenant(name.trim() || null);
    location.assign('/');
  };
  return (
    <form className={classes.tenant} onSubmit={choose}>
      <TextInput
        size="xs"
        label="Tenant"
        placeholder="default/default"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button size="xs" variant="default" type="submit">
        Look
      </Button>
    </form>
  );
}
