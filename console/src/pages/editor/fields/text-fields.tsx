// Recurrences written as text: RFC 5545 lines, or JSON for every kind without a form.
import { Textarea } from '@mantine/core';
import { JsonField } from '../../../ui/json-field';
import type { FieldsProps } from '../editor';
import classes from '../editor.module.css';
import { recurrenceStrings as strings } from '../strings';

export function TextFields({ draft, set }: FieldsProps) {
  if (draft.kind === 'json') {
    return (
      <JsonField
        label={strings.json}
        description={strings.jsonDescription}
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
      label={strings.rrule}
      description={strings.rruleDescription}
      required
      autosize
      minRows={4}
      spellCheck={false}
      value={draft.rrule}
      onChange={(event) => set({ rrule: event.currentTarget.value })}
    />
  );
}
