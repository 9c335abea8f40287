// Cancels a schedule permanently; its history is kept.
import { Text } from '@mantine/core';
import { schedules } from '../../../api/schedules';
import { Confirm } from '../../../ui/confirm';
import type { DialogProps } from './schedule-actions';
import { strings } from './strings';

export function CancelDialog({ schedule, onDone, onClose }: DialogProps) {
  return (
    <Confirm
      title={strings.stopTitle(schedule.id)}
      verb={strings.stop}
      isDangerous
      act={(note) => schedules.cancel(schedule.id, { note })}
      onDone={onDone}
      onClose={onClose}
    >
      <Text>{strings.stopText}</Text>
    </Confirm>
  );
}
