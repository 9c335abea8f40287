// Pauses a schedule, for a duration or until it is resumed.
import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { paused, showAs } from '../../../api/optimistic';
import { schedules } from '../../../api/schedules';
import { useWho } from '../../../session/use-session';
import { Confirm } from '../../../ui/confirm';
import { endOf, NO_END, PauseLength } from './pause-length';
import type { DialogProps } from './schedule-actions';

export function PauseDialog({ schedule, onDone, onClose }: DialogProps) {
  const [rest, setRest] = useState(NO_END);
  const client = useQueryClient();
  const who = useWho();
  const pause = async (note: string | null) => {
    const until = endOf(rest, Date.now());
    const takeBack = await showAs(client, schedule.id, paused(who?.actor ?? 'you', note, until));
    return schedules.pause(schedule.id, { note, until }).catch((error: unknown) => {
      takeBack();
      throw error;
    });
  };
  return (
    <Confirm title={`Pause ${schedule.id}`} verb="Pause" isOptimistic act={pause} onDone={onDone} onClose={onClose}>
      <Stack gap="sm">
        <Text>Nothing starts while it rests. What falls into the pause is recorded as skipped.</Text>
        <PauseLength rest={rest} onChange={setRest} />
      </Stack>
    </Confirm>
  );
}
