// What happens when runs overlap, were missed or fail. Each choice says in one line what it does.
import { NumberInput, Select, TextInput } from '@mantine/core';
import type { FieldsProps } from '../editor';
import classes from '../editor.module.css';

const OVERLAPS = [
  { value: 'skip', label: 'skip', told: 'The later one is skipped, and names what was in its way.' },
  { value: 'buffer_one', label: 'buffer one', told: 'One waits; further ones are skipped.' },
  { value: 'buffer_all', label: 'buffer all', told: 'All wait, up to 1,000.' },
  { value: 'cancel_other', label: 'cancel the other', told: 'The earlier one is asked to stop first.' },
  { value: 'allow_all', label: 'allow all', told: 'They run beside each other.' },
] as const;
const CATCH_UPS = [
  { value: 'latest', label: 'latest', told: 'After an outage the last missed one runs.' },
  { value: 'skip', label: 'skip', told: 'What was missed stays missed.' },
  { value: 'earliest', label: 'earliest', told: 'The first missed one runs.' },
  { value: 'all', label: 'all', told: 'All that were missed run, up to a limit.' },
];

export function PolicyFields({ draft, set }: FieldsProps) {
  return (
    <div className={classes.stack}>
      <div className={classes.pair}>
        <Select
          label="Overlap"
          description={OVERLAPS.find(({ value }) => value === draft.overlap)?.told}
          allowDeselect={false}
          data={OVERLAPS.map(({ value, label }) => ({ value, label }))}
          value={draft.overlap}
          onChange={(value) => set({ overlap: OVERLAPS.find((one) => one.value === value)?.value ?? 'skip' })}
        />
        <Select
          label="Catch up"
          description={CATCH_UPS.find(({ value }) => value === draft.catchUp)?.told}
          allowDeselect={false}
          data={CATCH_UPS.map(({ value, label }) => ({ value, label }))}
          value={draft.catchUp}
          onChange={(value) => set({ catchUp: value ?? 'latest' })}
        />
      </div>
      <div className={classes.pair}>
        <NumberInput
          label="Attempts"
          description="In all, before it fails for good"
          min={1}
          allowDecimal={false}
          value={draft.attempts}
          onChange={(value) => set({ attempts: Number(value) })}
        />
        <TextInput
          label="Timeout"
          description="Of one attempt"
          placeholder="30s"
          value={draft.timeout}
          onChange={(event) => set({ timeout: event.currentTarget.value })}
        />
      </div>
    </div>
  );
}
