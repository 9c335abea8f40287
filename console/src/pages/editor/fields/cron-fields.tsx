// Fields of a cron recurrence: expression and dialect.
import { Select, TextInput } from '@mantine/core';
import type { FieldsProps } from '../editor';
import classes from '../editor.module.css';

const DIALECTS = ['unix', 'quartz', 'cronos', 'robfig', 'croniter', 'croner', 'temporal'];

export function CronFields({ draft, set }: FieldsProps) {
  const { cron } = draft;
  return (
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
  );
}
