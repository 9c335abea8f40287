// Choice for occurrences due during the pause: skip them or catch up.
import { Radio, Stack } from '@mantine/core';
import { strings } from './strings';

export type ResumeFrom = 'now' | 'catch_up';

export function ResumeChoice({ from, onChange }: { from: ResumeFrom; onChange: (from: ResumeFrom) => void }) {
  return (
    <Radio.Group label={strings.missedRuns} value={from} onChange={(value) => onChange(value === 'catch_up' ? 'catch_up' : 'now')}>
      <Stack gap="xs" mt="xs">
        <Radio value="now" label={strings.skip} description={strings.skipText} />
        <Radio value="catch_up" label={strings.catchUp} description={strings.catchUpText} />
      </Stack>
    </Radio.Group>
  );
}
