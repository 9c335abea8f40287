// Creates a key and shows it once. The first key of a server closes the server, so its creator is signed in with
// it immediately.
import { Button, Checkbox, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys, type NewKey } from '../../api/keys';
import { asProblem } from '../../api/problem';
import { session, type Caller } from '../../api/session';
import { ErrorPanel } from '../../ui/error-panel';
import { common } from '../../ui/strings';
import { expiryOf, LIFETIMES, PERMISSIONS } from './key-options';
import classes from './keys-page.module.css';
import { NewKeyDialog } from './new-key-dialog';
import { PermissionFields } from './permission-fields';
import { strings } from './strings';

export function CreateDialog({ who, onClose }: { who: Caller; onClose: () => void }) {
  // The mode when the dialog was opened; creating the key changes it.
  const [isFirst] = useState(who.mode === 'open');
  const [note, setNote] = useState('');
  const [role, setRole] = useState<NewKey['role']>(isFirst ? 'admin' : 'viewer');
  const [permissions, setPermissions] = useState<string[]>(isFirst ? PERMISSIONS.map(({ value }) => value) : []);
  const [reachesAll, setReachesAll] = useState(isFirst);
  const [lifetime, setLifetime] = useState('');
  const client = useQueryClient();
  const creating = useMutation({
    mutationFn: async () => {
      const created = await keys.create({
        note: note.trim(),
        role,
        permissions: PERMISSIONS.map(({ value }) => value).filter((each) => permissions.includes(each)),
        reach: reachesAll ? 'all' : 'tenant',
        expires_at: expiryOf(lifetime, Date.now()),
      });
      // Without a session, the next request would be rejected, and the new key would no longer be visible.
      if (isFirst) await session.begin(created.key);
      return created;
    },
    onSuccess: () => {
      for (const key of ['keys', 'session']) void client.invalidateQueries({ queryKey: [key] });
    },
  });
  if (creating.data) return <NewKeyDialog shown={creating.data} onClose={onClose} />;
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    creating.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={strings.new} size="lg">
      <form onSubmit={submit}>
        <Stack gap="md">
          {isFirst && <p className={classes.first}>{strings.firstText}</p>}
          <TextInput
            label={strings.purpose}
            placeholder={strings.purposePlaceholder}
            data-autofocus
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <PermissionFields who={who} role={role} setRole={setRole} permissions={permissions} setPermissions={setPermissions} />
          <Group grow align="end">
            <Select label={strings.expires} allowDeselect={false} data={LIFETIMES} value={lifetime} onChange={(value) => setLifetime(value ?? '')} />
            {who.reach === 'all' && (
              <Checkbox label={strings.reachesAll} checked={reachesAll} onChange={(event) => setReachesAll(event.currentTarget.checked)} />
            )}
          </Group>
          {creating.error && <ErrorPanel problem={asProblem(creating.error)} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={creating.isPending}>
              {strings.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
