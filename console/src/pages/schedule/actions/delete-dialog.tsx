// Deletes the definition of a schedule. The ledger keeps its occurrences until retention removes them.
import { Text } from '@mantine/core';
import { schedules } from '../../../api/schedules';
import { Confirm } from '../../../ui/confirm';
import type { DialogProps } from './schedule-actions';

export function DeleteDialog({ schedule, onDone, onClose }: DialogProps) {
  return (
    <Confirm
      title={`Delete ${schedule.id}`}
      verb="Delete"
      isDangerous
      hasNote={false}
      act={() => schedules.remove(schedule.id)}
      onDone={onDone}
      onClose={onClose}
    >
      <Text>The definition is gone at once. What it did stays in the ledger until it is cleared by age.</Text>
    </Confirm>
  );
}
