// Fields of the recurrence: one kind at a time, and the time zone. Switching the kind converts the recurrence if
// possible.
import { Button, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { type Kind, KINDS } from '../draft';
import type { FieldsProps } from '../editor';
import classes from '../editor.module.css';
import { PRESETS } from '../presets';
import { recurrenceStrings as strings } from '../strings';
import { translate } from '../translate/translate';
import { CalendarFields } from './calendar-fields';
import { CronFields } from './cron-fields';
import { EveryFields } from './every-fields';
import { TextFields } from './text-fields';
import { ZoneField } from './zone-field';

export function RecurrenceFields({ draft, set }: FieldsProps) {
  const [note, setNote] = useState<string>();
  const choose = (value: string) => {
    const kind = KINDS.find((one) => one === value) ?? 'cron';
    const translated = translate(draft, kind);
    setNote(translated ? translated.note : unconvertibleNote(draft.kind, kind));
    set({ kind, ...translated?.part });
  };
  return (
    <div className={classes.stack}>
      <div className={classes.presets} role="group" aria-label={strings.presets}>
        {PRESETS.map(({ label, part }) => (
          <Button
            key={label}
            size="compact-xs"
            variant="default"
            onClick={() => {
              setNote(undefined);
              set(part(draft));
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      <SegmentedControl
        aria-label={strings.kind}
        fullWidth
        size="xs"
        data={KINDS.map((value) => ({ value, label: strings.kinds[value] }))}
        value={draft.kind}
        onChange={choose}
      />
      {note && (
        <Text size="xs" c="dimmed" role="status">
          {note}
        </Text>
      )}
      {draft.kind === 'cron' && <CronFields draft={draft} set={set} />}
      {draft.kind === 'every' && <EveryFields draft={draft} set={set} />}
      {draft.kind === 'calendar' && <CalendarFields draft={draft} set={set} />}
      {(draft.kind === 'rrule' || draft.kind === 'json') && <TextFields draft={draft} set={set} />}
      <ZoneField zone={draft.timezone} onChange={(timezone) => set({ timezone })} />
    </div>
  );
}

function unconvertibleNote(from: Kind, to: Kind): string | undefined {
  if (to === 'json' || from === to) return undefined;
  return strings.notConvertible(strings.kinds[from], strings.kinds[to]);
}
