// Choice for occurrences due during the pause: skip them or catch up.
import { Radio, Stack } from '@mantine/core';

export type ResumeFrom = 'now' | 'catch_up';

export function ResumeChoice({ from, onChange }: { from: ResumeFrom; onChange: (from: ResumeFrom) => void }) {
  return (
    <Radio.Group label="What lay in the pause" value={from} onChange={(value) => onChange(value === 'catch_up' ? 'catch_up' : 'now')}>
      <Stack gap="xs" mt="xs">
        <Radio value="now" label="was skipped" description="The next one is the first after now." />
        <Radio value="catch_up" label="was missed" description="The schedule’s catch-up policy decides which of them run late." />
      </Stack>
    </Radio.Group>
  );
}
