// Creates a secret or replaces its value.
import { Button, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asProblem, Problem } from '../../api/problem';
import { secrets } from '../../api/secrets';
import { ErrorPanel } from '../../ui/error-panel';
import { common } from '../../ui/strings';
import { strings } from './strings';

export function SecretDialog({ name: known, onClose }: { name: string | undefined; onClose: () => void }) {
  const [name, setName] = useState(known ?? '');
  const [value, setValue] = useState('');
  const client = useQueryClient();
  const writing = useMutation({
    mutationFn: async () => {
      if (name.trim() === '') throw new Problem({ code: 'missing', status: 0, detail: strings.nameMissing });
      return secrets.put(name.trim(), value);
    },
    onSuccess: (written) => {
      notifications.show({ title: written.name, message: strings.saved });
      void client.invalidateQueries({ queryKey: ['secrets'] });
      onClose();
    },
  });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    writing.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={known ? strings.replaceTitle(known) : strings.new}>
      <form onSubmit={submit} autoComplete="off" noValidate>
        <Stack gap="md">
          {!known && (
            <TextInput
              label={common.name}
              description={strings.nameDescription}
              placeholder={strings.namePlaceholder}
              required
              data-autofocus
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
          <PasswordInput
            label={strings.value}
            description={strings.valueDescription}
            required
            autoComplete="new-password"
            data-autofocus={known ? true : undefined}
            visibilityToggleButtonProps={{ 'aria-label': strings.showValue }}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          {writing.error && <ErrorPanel problem={asProblem(writing.error)} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={writing.isPending}>
              {common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
