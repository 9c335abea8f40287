// Role and permissions of a new key. Users cannot grant more than they have.
import { Checkbox, Radio, Stack } from '@mantine/core';
import type { NewKey } from '../../api/keys';
import type { Caller } from '../../api/session';
import { isAllowed } from '../../session/permission';
import { PERMISSIONS, ROLES } from './key-options';
import classes from './keys-page.module.css';
import { strings } from './strings';

interface PermissionFieldsProps {
  who: Caller;
  role: NewKey['role'];
  setRole: (role: NewKey['role']) => void;
  permissions: string[];
  setPermissions: (permissions: string[]) => void;
}

export function PermissionFields({ who, role, setRole, permissions, setPermissions }: PermissionFieldsProps) {
  return (
    <div className={classes.rights}>
      <Radio.Group
        label={strings.role}
        description={strings.roleDescription}
        value={role}
        onChange={(value) => setRole(ROLES.find((each) => each.value === value)?.value ?? 'viewer')}
      >
        <Stack gap={6} mt={6}>
          {ROLES.map(({ value, description }) => (
            <Radio key={value} value={value} label={value} description={description} disabled={!isAllowed(who, { role: value })} />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox.Group label={strings.permissions} description={strings.permissionsDescription} value={permissions} onChange={setPermissions}>
        <Stack gap={6} mt={6}>
          {PERMISSIONS.map(({ value, description }) => (
            <Checkbox key={value} value={value} label={value} description={description} disabled={!isAllowed(who, { permission: value })} />
          ))}
        </Stack>
      </Checkbox.Group>
    </div>
  );
}
