// Creates a secret or replaces its value.
import { Button, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asProblem, Problem } from '../../api/problem';
import { secrets } from '../../api/secrets';
import { ErrorPanel } from '../../ui/error-panel';

export function SecretDialog({ name: known, onClose }: { name: string | undefined; onClose: () => void }) {
  const [name, setName] = useState(known ?? '');
  const [value, setValue] = useState('');
  const client = useQueryClient();
  const writing = useMutation({
    mutationFn: async () => {
      if (name.trim() === '') throw new Problem({ code: 'missing', status: 0, detail: 'The secret has no name yet.' });
      return secrets.put(name.trim(), value);
    },
    onSuccess: (written) => {
      notifications.show({ title: written.name, message: 'It is sealed, and used from now on' });
      void client.invalidateQueries({ queryKey: ['secrets'] });
      onClose();
    },
  });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    writing.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={known ? `Another value for ${known}` : 'New secret'}>
      <form onSubmit={submit} autoComplete="off" noValidate>
        <Stack gap="md">
          {!known && (
            <TextInput
              label="Name"
              description="Letters, digits, _, . and -."
              placeholder="partner-token"
              required
              data-autofocus
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
          <PasswordInput
            label="Value"
            description="4 to 65,536 bytes. It is never shown again."
            required
            autoComplete="new-password"
            data-autofocus={known ? true : undefined}
            visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          {writing.error && <ErrorPanel problem={asProblem(writing.error)} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Leave it
            </Button>
            <Button type="submit" loading={writing.isPending}>
              Seal it
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
