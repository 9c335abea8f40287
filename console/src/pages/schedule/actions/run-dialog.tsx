// Starts a manual run.
import { Text } from '@mantine/core';
import { schedules } from '../../../api/schedules';
import { Confirm } from '../../../ui/confirm';
import type { DialogProps } from './schedule-actions';

export function RunDialog({ schedule, onDone, onClose }: DialogProps) {
  return (
    <Confirm title={`Fire ${schedule.id} now`} verb="Fire now" act={(note) => schedules.fire(schedule.id, { note })} onDone={onDone} onClose={onClose}>
      <Text>It is sent once, at once, beside what the rule says. The ledger marks it as fired by hand.</Text>
    </Confirm>
  );
}
