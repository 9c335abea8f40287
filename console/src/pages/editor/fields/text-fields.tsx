// Rules that are written out: RFC 5545 lines, or the recurrence itself as JSON for every kind that has no form.
import { Textarea } from '@mantine/core';
import type { FieldsProps } from '../editor';
import classes from '../editor.module.css';

export function TextFields({ draft, set }: FieldsProps) {
  const isRrule = draft.kind === 'rrule';
  return (
    <Textarea
      className={classes.mono}
      label={isRrule ? 'RFC 5545' : 'Recurrence as JSON'}
      description={isRrule ? 'DTSTART, RRULE, RDATE, EXRULE and EXDATE, a line each.' : 'Kinds: once, after_completion, any, all, and those of the other tabs.'}
      required
      autosize
      minRows={4}
      spellCheck={false}
      value={isRrule ? draft.rrule : draft.json}
      onChange={(event) => set(isRrule ? { rrule: event.currentTarget.value } : { json: event.currentTarget.value })}
    />
  );
}
