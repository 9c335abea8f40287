// Replaces the secret of a key. The old secret stays valid for a time, so that programs can switch.
import { Button, Group, Modal, SegmentedControl, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Key, keys } from '../../api/keys';
import { asProblem } from '../../api/problem';
import { ErrorPanel } from '../../ui/error-panel';
import { common } from '../../ui/strings';
import { NewKeyDialog } from './new-key-dialog';
import { strings } from './strings';

const GRACE_PERIODS = [
  { value: '0', label: strings.gracePeriods.none },
  { value: '3600', label: strings.gracePeriods.hour },
  { value: '86400', label: strings.gracePeriods.day },
  { value: '604800', label: strings.gracePeriods.week },
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
    <Modal opened onClose={onClose} title={strings.rotateTitle(apiKey.note || apiKey.id)}>
      <Stack gap="md">
        <p>{strings.rotateText}</p>
        <SegmentedControl aria-label={strings.gracePeriod} data={GRACE_PERIODS} value={gracePeriod} onChange={setGracePeriod} />
        {rotating.error && <ErrorPanel problem={asProblem(rotating.error)} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button loading={rotating.isPending} onClick={() => rotating.mutate()}>
            {strings.rotate}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
