// Policies for overlapping, missed and failed runs. Each option has a one-line description.
import { NumberInput, Select, TextInput } from '@mantine/core';
import type { FieldsProps } from '../editor';
import classes from '../editor.module.css';
import { CATCH_UPS, DELIVERIES, OVERLAPS, PRIORITIES } from '../policies';
import { policyStrings as strings } from '../strings';

interface Choice {
  value: string;
  label: string;
  description: string;
}

export function PolicyFields({ draft, set }: FieldsProps) {
  return (
    <div className={classes.stack}>
      <div className={classes.pair}>
        <PolicySelect label={strings.overlap} choices={OVERLAPS} value={draft.overlap} onChange={(overlap) => set({ overlap })} />
        <PolicySelect label={strings.catchUp} choices={CATCH_UPS} value={draft.catchUp} onChange={(catchUp) => set({ catchUp })} />
        <NumberInput
          label={strings.attempts}
          description={strings.attemptsDescription}
          min={1}
          allowDecimal={false}
          value={draft.attempts}
          onChange={(value) => set({ attempts: Number(value) })}
        />
        <TextInput
          label={strings.timeout}
          description={strings.timeoutDescription}
          placeholder={strings.timeoutPlaceholder}
          value={draft.timeout}
          onChange={(event) => set({ timeout: event.currentTarget.value })}
        />
        <PolicySelect label={strings.priority} choices={PRIORITIES} value={draft.priority} onChange={(priority) => set({ priority })} />
        <PolicySelect label={strings.delivery} choices={DELIVERIES} value={draft.delivery} onChange={(delivery) => set({ delivery })} />
        <TextInput
          label={strings.startDeadline}
          description={strings.startDeadlineDescription}
          placeholder={strings.startDeadlinePlaceholder}
          value={draft.startDeadline}
          onChange={(event) => set({ startDeadline: event.currentTarget.value })}
        />
        <NumberInput
          label={strings.pauseAfter}
          description={strings.pauseAfterDescription}
          min={1}
          allowDecimal={false}
          value={draft.pauseAfter}
          onChange={(value) => set({ pauseAfter: value === '' ? '' : Number(value) })}
        />
        {draft.jitter !== undefined && (
          <TextInput
            label={strings.jitter}
            description={strings.jitterDescription}
            placeholder={strings.jitterPlaceholder}
            value={draft.jitter}
            onChange={(event) => set({ jitter: event.currentTarget.value })}
          />
        )}
      </div>
    </div>
  );
}

/** A select that shows the description of the selected option. */
function PolicySelect<C extends Choice>({ label, choices, value, onChange }: { label: string; choices: readonly C[]; value: string; onChange: (value: C['value']) => void }) {
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <Select
      label={label}
      description={chosen?.description}
      allowDeselect={false}
      data={choices.map((choice) => ({ value: choice.value, label: choice.label }))}
      value={value}
      onChange={(picked) => {
        const found = choices.find((choice) => choice.value === picked);
        if (found) onChange(found.value);
      }}
    />
  );
}
