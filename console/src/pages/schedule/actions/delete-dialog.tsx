// Deletes the definition of a schedule. The ledger keeps its occurrences until retention removes them.
import { Text } from '@mantine/core';
import { schedules } from '../../../api/schedules';
import { Confirm } from '../../../ui/confirm';
import { common } from '../../../ui/strings';
import type { DialogProps } from './schedule-actions';
import { strings } from './strings';

export function DeleteDialog({ schedule, onDone, onClose }: DialogProps) {
  return (
    <Confirm
      title={common.deleteTitle(schedule.id)}
      verb={common.delete}
      isDangerous
      hasNote={false}
      act={() => schedules.remove(schedule.id)}
      onDone={onDone}
      onClose={onClose}
    >
      <Text>{strings.deleteText}</Text>
    </Confirm>
  );
}
