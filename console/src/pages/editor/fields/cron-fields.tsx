// Fields of a cron recurrence: expression and dialect.
import { Select, TextInput } from '@mantine/core';
import type { FieldsProps } from '../editor';
import classes from '../editor.module.css';
import { recurrenceStrings as strings } from '../strings';

const DIALECTS = ['unix', 'quartz', 'cronos', 'robfig', 'croniter', 'croner', 'temporal'];

export function CronFields({ draft, set }: FieldsProps) {
  const { cron } = draft;
  return (
    <div className={classes.pair}>
      <TextInput
        className={classes.mono}
        label={strings.expression}
        description={strings.expressionDescription}
        required
        spellCheck={false}
        autoComplete="off"
        value={cron.expression}
        onChange={(event) => set({ cron: { ...cron, expression: event.currentTarget.value } })}
      />
      <Select
        label={strings.dialect}
        description={strings.dialectDescription}
        allowDeselect={false}
        data={DIALECTS}
        value={cron.dialect}
        onChange={(value) => set({ cron: { ...cron, dialect: value ?? 'unix' } })}
      />
    </div>
  );
}
