// Recurrences written as text: RFC 5545 lines, or JSON for every kind without a form.
import { Textarea } from '@mantine/core';
import { JsonField } from '../../../ui/json-field';
import type { FieldsProps } from '../editor';
import classes from '../editor.module.css';

export function TextFields({ draft, set }: FieldsProps) {
  if (draft.kind === 'json') {
    return (
      <JsonField
        label="Recurrence as JSON"
        description="Kinds: once, after_completion, any, all, and those of the other tabs."
        required
        minRows={4}
        value={draft.json}
        onChange={(json) => set({ json })}
      />
    );
  }
  return (
    <Textarea
      className={classes.mono}
      label="RFC 5545"
      description="DTSTART, RRULE, RDATE, EXRULE and EXDATE, a line each."
      required
      autosize
      minRows={4}
      spellCheck={false}
      value={draft.rrule}
      onChange={(event) => set({ rrule: event.currentTarget.value })}
    />
  );
}
