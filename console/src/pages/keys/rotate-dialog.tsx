// Replaces the secret of a key. The old secret stays valid for a time, so that programs can switch.
import { Button, Group, Modal, SegmentedControl, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Key, keys } from '../../api/keys';
import { asProblem } from '../../api/problem';
import { ErrorPanel } from '../../ui/error-panel';
import { NewKeyDialog } from './new-key-dialog';

const GRACE_PERIODS = [
  { value: '0', label: 'not at all' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '7 days' },
];

export function RotateDialog({ apiKey, onClose }: { apiKey: Key; onClose: () => void }) {
  const [gracePeriod, setGracePeriod] = useState('3600');
  const client = useQueryClient();
  const rotating = useMutation({
    mutationFn: () => keys.rotate(apiKey.id, Number(gracePeriod)),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['keys'] }),
  });
  if (rotating.data) return <NewKeyDialog shown={rotating.data} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={`Rotate ${apiKey.note || apiKey.id}`}>
      <Stack gap="md">
        <p>It gets a new secret, with the same rights. For how long does the old one work on?</p>
        <SegmentedControl aria-label="The old secret works on for" data={GRACE_PERIODS} value={gracePeriod} onChange={setGracePeriod} />
        {rotating.error && <ErrorPanel problem={asProblem(rotating.error)} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Leave it
          </Button>
          <Button loading={rotating.isPending} onClick={() => rotating.mutate()}>
            Rotate
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
