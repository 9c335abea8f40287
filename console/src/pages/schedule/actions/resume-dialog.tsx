// Lets a schedule fire again, and says what becomes of what lay in the pause.
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { schedules } from '../../../api/schedules';
import { Confirm } from '../../../ui/confirm';
import type { DialogProps } from './schedule-actions';

export function ResumeDialog({ schedule, onDone, onClose }: DialogProps) {
  const [from, setFrom] = useState<'now' | 'catch_up'>('now');
  return (
    <Confirm
      title={`Resume ${schedule.id}`}
      verb="Resume"
      act={(note) => schedules.resume(schedule.id, { from, note })}
      onDone={onDone}
      onClose={onClose}
    >
      <Radio.Group label="What lay in the pause" value={from} onChange={(value) => setFrom(value === 'catch_up' ? 'catch_up' : 'now')}>
        <Stack gap="xs" mt="xs">
          <Radio value="now" label="was skipped" description="The next one is the first after now." />
          <Radio value="catch_up" label="was missed" description="The schedule’s catch-up policy decides which of them run late." />
        </Stack>
      </Radio.Group>
    </Confirm>
  );
}
