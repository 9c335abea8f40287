// Fields of the recurrence: one kind at a time, and the time zone. Switching the kind converts the recurrence if
// possible.
import { Button, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import classes from '../editor.module.css';
import type { FieldsProps } from '../editor';
import { type Kind, KINDS } from '../draft';
import { PRESETS } from '../presets';
import { translate } from '../translate/translate';
import { CalendarFields } from './calendar-fields';
import { CronFields } from './cron-fields';
import { EveryFields } from './every-fields';
import { TextFields } from './text-fields';
import { ZoneField } from './zone-field';

const NAMES = { cron: 'Cron', every: 'Interval', calendar: 'Calendar', rrule: 'RRULE', json: 'JSON' };

export function RuleFields({ draft, set }: FieldsProps) {
  const [note, setNote] = useState<string>();
  const choose = (value: string) => {
    const kind = KINDS.find((one) => one === value) ?? 'cron';
    const translated = translate(draft, kind);
    setNote(translated ? translated.note : unconvertibleNote(draft.kind, kind));
    set({ kind, ...translated?.part });
  };
  return (
    <div className={classes.stack}>
      <div className={classes.presets} role="group" aria-label="Presets">
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
        aria-label="Kind of rule"
        fullWidth
        size="xs"
        data={KINDS.map((value) => ({ value, label: NAMES[value] }))}
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
  return `What stood under ${NAMES[from]} cannot be said as ${NAMES[to]}; this is another rule. ${NAMES[from]} keeps what it had.`;
}
