// Lets a schedule rest, for a while or until someone resumes it.
import { SegmentedControl, Stack, Text } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { useState } from 'react';
import { Problem } from '../../../api/problem';
import { schedules } from '../../../api/schedules';
import { ownZone } from '../../../format/instant';
import { fromWallClock } from '../../../format/wall-clock';
import { Confirm } from '../../../ui/confirm';
import type { DialogProps } from './schedule-actions';

const HOUR_MS = 3_600_000;
const LENGTHS = [
  { value: '', label: 'Until resumed' },
  { value: '1', label: '1 h' },
  { value: '24', label: '1 day' },
  { value: '168', label: '1 week' },
  { value: 'at', label: 'Until…' },
];

export function PauseDialog({ schedule, onDone, onClose }: DialogProps) {
  const [length, setLength] = useState('');
  const [at, setAt] = useState<string | null>(null);
  const until = () => {
    if (length === 'at' && !at) throw new Problem({ code: 'missing', status: 0, detail: 'Pick when the pause ends, or pause until it is resumed.' });
    if (at && length === 'at') return fromWallClock(at, ownZone());
    return length ? new Date(Date.now() + Number(length) * HOUR_MS).toISOString() : null;
  };
  return (
    <Confirm
      title={`Pause ${schedule.id}`}
      verb="Pause"
      act={async (note) => schedules.pause(schedule.id, { note, until: until() })}
      onDone={onDone}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>Nothing starts while it rests. What falls into the pause is recorded as skipped.</Text>
        <SegmentedControl aria-label="For how long" size="xs" data={LENGTHS} value={length} onChange={setLength} />
        {length === 'at' && (
          <DateTimePicker label={`Until, in ${ownZone()}`} value={at} onChange={setAt} required clearable />
        )}
      </Stack>
    </Confirm>
  );
}
