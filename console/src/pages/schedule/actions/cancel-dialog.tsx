// Cancels a schedule permanently; its history is kept.
import { Text } from '@mantine/core';
import { schedules } from '../../../api/schedules';
import { Confirm } from '../../../ui/confirm';
import type { DialogProps } from './schedule-actions';

export function CancelDialog({ schedule, onDone, onClose }: DialogProps) {
  return (
    <Confirm
      title={`Cancel ${schedule.id} for good`}
      verb="Cancel for good"
      isDangerous
      act={(note) => schedules.cancel(schedule.id, { note })}
      onDone={onDone}
      onClose={onClose}
    >
      <Text>It never fires again and cannot be resumed. What it did stays in the ledger.</Text>
    </Confirm>
  );
}
