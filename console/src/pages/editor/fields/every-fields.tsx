// Fields of an interval recurrence: count and unit, and times of day for days and longer units.
import { NumberInput, Select, TextInput } from '@mantine/core';
import type { Unit } from '../draft';
import type { FieldsProps } from '../editor';
import classes from '../editor.module.css';
import { recurrenceStrings as strings } from '../strings';

const UNITS: Unit[] = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years'];
const ELAPSED: Unit[] = ['seconds', 'minutes', 'hours'];

export function EveryFields({ draft, set }: FieldsProps) {
  const { every } = draft;
  const isElapsed = ELAPSED.includes(every.unit);
  const chooseUnit = (value: string | null) => {
    const unit = UNITS.find((one) => one === value) ?? 'minutes';
    // Shorter units have no times of day.
    set({ every: { ...every, unit, at: ELAPSED.includes(unit) ? '' : every.at } });
  };
  return (
    <>
      <div className={classes.pair}>
        <NumberInput
          label={strings.every}
          min={1}
          required
          allowDecimal={false}
          value={every.every}
          onChange={(value) => set({ every: { ...every, every: Number(value) } })}
        />
        <Select label={strings.unit} allowDeselect={false} data={UNITS.map((value) => ({ value, label: strings.units[value] }))} value={every.unit} onChange={chooseUnit} />
      </div>
      {!isElapsed && (
        <TextInput
          className={classes.mono}
          label={strings.at}
          description={strings.timesDescription}
          placeholder={strings.timesPlaceholder}
          value={every.at}
          onChange={(event) => set({ every: { ...every, at: event.currentTarget.value } })}
        />
      )}
    </>
  );
}
