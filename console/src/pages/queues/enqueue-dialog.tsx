// Enqueues one work item, for testing a worker.
import { Button, Group, JsonInput, Modal, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asProblem, Problem } from '../../api/problem';
import { type NewWork, workItems } from '../../api/work-items';
import { readJson } from '../../format/read-json';
import { ErrorPanel } from '../../ui/error-panel';
import { common } from '../../ui/strings';
import { enqueueStrings, strings } from './strings';

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
      if (queue.trim() === '') throw new Problem({ code: 'missing', status: 0, detail: enqueueStrings.queueMissing });
      const request = { queue: queue.trim(), key: key.trim() || null, priority, payload: readJson(enqueueStrings.payloadName, payload) } as NewWork;
      return workItems.enqueue(request);
    },
    onSuccess: ({ id, existing }) => {
      notifications.show({ message: existing ? enqueueStrings.existing(id) : enqueueStrings.enqueued(id) });
      void client.invalidateQueries({ queryKey: ['work-items'] });
      onDone(id);
    },
  });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    enqueuing.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={strings.enqueueDialog}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={strings.queue}
            description={enqueueStrings.queueDescription}
            placeholder={enqueueStrings.queuePlaceholder}
            required
            data-autofocus
            value={queue}
            onChange={(event) => setQueue(event.currentTarget.value)}
          />
          <TextInput
            label={enqueueStrings.key}
            description={enqueueStrings.keyDescription}
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
          <SegmentedControl
            aria-label={enqueueStrings.priority}
            size="xs"
            data={[...PRIORITIES]}
            value={priority}
            onChange={(value) => setPriority(PRIORITIES.find((each) => each === value) ?? 'normal')}
          />
          <JsonInput label={common.payload} validationError={common.invalidJson} formatOnBlur autosize minRows={4} value={payload} onChange={setPayload} />
          {enqueuing.error && <ErrorPanel problem={asProblem(enqueuing.error)} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={enqueuing.isPending}>
              {enqueueStrings.enqueue}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
