// Dialog for a new calendar: its name and weekend. The dates are selected on its own page.
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { calendars } from '../../api/controls';
import { asProblem, Problem } from '../../api/problem';
import { ErrorPanel } from '../../ui/error-panel';
import { WeekendChips } from './weekend-chips';
import type { Weekday } from './year';

export function NewCalendar({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [weekend, setWeekend] = useState<Weekday[]>(['saturday', 'sunday']);
  const client = useQueryClient();
  const navigate = useNavigate();
  const making = useMutation({
    mutationFn: async () => {
      if (name.trim() === '') throw new Problem({ code: 'missing', status: 0, detail: 'The calendar has no name yet.' });
      return calendars.save(name.trim(), { weekend, dates: [] }, undefined);
    },
    onSuccess: (made) => {
      void client.invalidateQueries({ queryKey: ['calendars'] });
      void navigate({ to: '/calendars/$name', params: { name: made.name } });
    },
  });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    making.mutate();
  };
  return (
    <Modal opened onClose={onClose} title="New calendar">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Name"
            description="Letters, digits, _, . and -. Schedules name it so."
            placeholder="german-holidays"
            required
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <WeekendChips value={weekend} onChange={setWeekend} />
          {making.error && <ErrorPanel problem={asProblem(making.error)} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Leave it
            </Button>
            <Button type="submit" loading={making.isPending}>
              Make it
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
