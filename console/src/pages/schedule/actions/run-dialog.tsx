// Starts a manual run.
import { Text } from '@mantine/core';
import { schedules } from '../../../api/schedules';
import { Confirm } from '../../../ui/confirm';
import type { DialogProps } from './schedule-actions';
import { strings } from './strings';

export function RunDialog({ schedule, onDone, onClose }: DialogProps) {
  return (
    <Confirm title={strings.runTitle(schedule.id)} verb={strings.runNow} act={(note) => schedules.fire(schedule.id, { note })} onDone={onDone} onClose={onClose}>
      <Text>{strings.runText}</Text>
    </Confirm>
  );
}
