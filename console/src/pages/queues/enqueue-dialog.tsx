// Enqueues one work item, for testing a worker.
import { Button, Group, JsonInput, Modal, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asProblem, Problem } from '../../api/problem';
import { type NewWork, workItems } from '../../api/work-items';
import { readJson } from '../../format/read-json';
import { ErrorPanel } from '../../ui/error-panel';

const PRIORITIES = ['high', 'normal', 'low'] as const;

interface EnqueueDialogProps {
  queue: string;
  onClose: () => void;
  onDone: (id: number) => void;
}

export function EnqueueDialog({ queue: filtered, onClose, onDone }: EnqueueDialogProps) {
  const [queue, setQueue] = useState(filtered);
  const [key, setKey] = useState('');
  const [priority, setPriority] = useState<(typeof PRIORITIES)[number]>('normal');
  const [payload, setPayload] = useState('{}');
  const client = useQueryClient();
  const enqueuing = useMutation({
    mutationFn: async () => {
      if (queue.trim() === '') throw new Problem({ code: 'missing', status: 0, detail: 'Name the queue that it waits in.' });
      const request = { queue: queue.trim(), key: key.trim() || null, priority, payload: readJson('The payload', payload) } as NewWork;
      return workItems.enqueue(request);
    },
    onSuccess: ({ id, existing }) => {
      notifications.show({ message: existing ? `The queue had work item ${id} under that key` : `It waits as work item ${id}` });
      void client.invalidateQueries({ queryKey: ['work-items'] });
      onDone(id);
    },
  });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    enqueuing.mutate();
  };
  return (
    <Modal opened onClose={onClose} title="Hand in work">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Queue"
            description="It is there once the first work is handed in."
            placeholder="emails"
            required
            data-autofocus
            value={queue}
            onChange={(event) => setQueue(event.currentTarget.value)}
          />
          <TextInput
            label="Key"
            description="The same key twice is one item; made up when empty."
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
          <SegmentedControl
            aria-label="Priority"
            size="xs"
            data={[...PRIORITIES]}
            value={priority}
            onChange={(value) => setPriority(PRIORITIES.find((each) => each === value) ?? 'normal')}
          />
          <JsonInput label="Payload" validationError="This is not JSON" formatOnBlur autosize minRows={4} value={payload} onChange={setPayload} />
          {enqueuing.error && <ErrorPanel problem={asProblem(enqueuing.error)} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Leave it
            </Button>
            <Button type="submit" loading={enqueuing.isPending}>
              Hand it in
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
