// Pauses a schedule, for a duration or until it is resumed.
import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pausedFields, applyOptimistically } from '../../../api/optimistic';
import { schedules } from '../../../api/schedules';
import { useCaller } from '../../../session/use-session';
import { Confirm } from '../../../ui/confirm';
import { endOf, NO_END, PauseLength } from './pause-length';
import type { DialogProps } from './schedule-actions';
import { strings } from './strings';

export function PauseDialog({ schedule, onDone, onClose }: DialogProps) {
  const [duration, setDuration] = useState(NO_END);
  const client = useQueryClient();
  const who = useCaller();
  const pause = async (note: string | null) => {
    const until = endOf(duration, Date.now());
    const revert = await applyOptimistically(client, schedule.id, pausedFields(who?.actor ?? 'you', note, until));
    return schedules.pause(schedule.id, { note, until }).catch((error: unknown) => {
      revert();
      throw error;
    });
  };
  return (
    <Confirm title={strings.pauseTitle(schedule.id)} verb={strings.pause} isOptimistic act={pause} onDone={onDone} onClose={onClose}>
      <Stack gap="sm">
        <Text>{strings.pauseText}</Text>
        <PauseLength duration={duration} onChange={setDuration} />
      </Stack>
    </Confirm>
  );
}
