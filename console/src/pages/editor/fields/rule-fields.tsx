// When: one way of saying it at a time, and the zone whose clock it follows.
import { SegmentedControl, Select } from '@mantine/core';
import classes from '../editor.module.css';
import type { FieldsProps } from '../editor';
import { KINDS } from '../draft';
import { CalendarFields } from './calendar-fields';
import { CronFields } from './cron-fields';
import { EveryFields } from './every-fields';
import { TextFields } from './text-fields';
import { zoneNames } from '../../../format/zones';

const NAMES = { cron: 'Cron', every: 'Interval', calendar: 'Calendar', rrule: 'RRULE', json: 'JSON' };

export function RuleFields({ draft, set }: FieldsProps) {
  return (
    <div className={classes.stack}>
      <SegmentedControl
        aria-label="Kind of rule"
        fullWidth
        size="xs"
        data={KINDS.map((value) => ({ value, label: NAMES[value] }))}
        value={draft.kind}
        onChange={(value) => set({ kind: KINDS.find((kind) => kind === value) ?? 'cron' })}
      />
      {draft.kind === 'cron' && <CronFields draft={draft} set={set} />}
      {draft.kind === 'every' && <EveryFields draft={draft} set={set} />}
      {draft.kind === 'calendar' && <CalendarFields draft={draft} set={set} />}
      {(draft.kind === 'rrule' || draft.kind === 'json') && <TextFields draft={draft} set={set} />}
      <Select
        label="Time zone"
        description="The rule follows this zone’s wall clock, through every change of it."
        searchable
        required
        limit={60}
        data={zoneNames(draft.timezone)}
        value={draft.timezone}
        onChange={(value) => set({ timezone: value ?? 'UTC' })}
        nothingFoundMessage="No zone is called so"
      />
    </div>
  );
}
