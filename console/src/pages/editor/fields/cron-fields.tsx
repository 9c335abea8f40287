// A cron expression, or one of those that people want most.
import { Button, Select, TextInput } from '@mantine/core';
import type { FieldsProps } from '../editor';
import classes from '../editor.module.css';

const DIALECTS = ['unix', 'quartz', 'cronos', 'robfig', 'croniter', 'croner', 'temporal'];
const PRESETS = [
  { label: 'Every minute', expression: '* * * * *' },
  { label: 'Every 15 minutes', expression: '*/15 * * * *' },
  { label: 'Hourly', expression: '0 * * * *' },
  { label: 'Daily at 9', expression: '0 9 * * *' },
  { label: 'Weekdays at 9', expression: '0 9 * * MON-FRI' },
  { label: 'First of the month', expression: '0 9 1 * *' },
  { label: 'Last of the month', expression: '0 18 L * *' },
];

export function CronFields({ draft, set }: FieldsProps) {
  const { cron } = draft;
  return (
    <>
      <div className={classes.presets} role="group" aria-label="Presets">
        {PRESETS.map(({ label, expression }) => (
          <Button key={label} size="compact-xs" variant="default" onClick={() => set({ cron: { ...cron, expression } })}>
            {label}
          </Button>
        ))}
      </div>
      <div className={classes.pair}>
        <TextInput
          className={classes.mono}
          label="Expression"
          description="minute hour day month weekday"
          required
          spellCheck={false}
          autoComplete="off"
          value={cron.expression}
          onChange={(event) => set({ cron: { ...cron, expression: event.currentTarget.value } })}
        />
        <Select
          label="Dialect"
          description="Whose rules it follows"
          allowDeselect={false}
          data={DIALECTS}
          value={cron.dialect}
          onChange={(value) => set({ cron: { ...cron, dialect: value ?? 'unix' } })}
        />
      </div>
    </>
  );
}
