// Dialog for a new calendar: its name and weekend. The dates are selected on its own page.
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { calendars } from '../../api/controls';
import { asProblem, Problem } from '../../api/problem';
import { ErrorPanel } from '../../ui/error-panel';
import { common } from '../../ui/strings';
import { strings } from './strings';
import { WeekendChips } from './weekend-chips';
import type { Weekday } from './year';

export function NewCalendar({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [weekend, setWeekend] = useState<Weekday[]>(['saturday', 'sunday']);
  const client = useQueryClient();
  const navigate = useNavigate();
  const creating = useMutation({
    mutationFn: async () => {
      if (name.trim() === '') throw new Problem({ code: 'missing', status: 0, detail: strings.nameMissing });
      return calendars.save(name.trim(), { weekend, dates: [] }, undefined);
    },
    onSuccess: (made) => {
      void client.invalidateQueries({ queryKey: ['calendars'] });
      void navigate({ to: '/calendars/$name', params: { name: made.name } });
    },
  });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    creating.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={strings.new}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={common.name}
            description={strings.nameDescription}
            placeholder={strings.namePlaceholder}
            required
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <WeekendChips value={weekend} onChange={setWeekend} />
          {creating.error && <ErrorPanel problem={asProblem(creating.error)} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={creating.isPending}>
              {common.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
