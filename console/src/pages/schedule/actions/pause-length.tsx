// Duration of a pause: until resumed, for a number of hours, or until an instant.
import { SegmentedControl } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { Problem } from '../../../api/problem';
import { ownZone } from '../../../format/instant';
import { fromWallClock } from '../../../format/wall-clock';
import { common } from '../../../ui/strings';
import { strings } from './strings';

const HOUR_MS = 3_600_000;
const LENGTHS = [
  { value: '', label: strings.pauseLengths.open },
  { value: '1', label: strings.pauseLengths.hour },
  { value: '24', label: strings.pauseLengths.day },
  { value: '168', label: strings.pauseLengths.week },
  { value: 'at', label: strings.pauseLengths.until },
];

export interface PauseDuration {
  /** Number of hours, `at` for an instant, empty for no end. */
  length: string;
  at: string | null;
}

export const NO_END: PauseDuration = { length: '', at: null };

/** Returns the end of the pause, or null if it has none. */
export function endOf({ length, at }: PauseDuration, now: number): string | null {
  if (length === 'at') {
    if (!at) throw new Problem({ code: 'missing', status: 0, detail: strings.pauseEndMissing });
    return fromWallClock(at, ownZone());
  }
  return length ? new Date(now + Number(length) * HOUR_MS).toISOString() : null;
}

export function PauseLength({ duration, onChange }: { duration: PauseDuration; onChange: (duration: PauseDuration) => void }) {
  return (
    <>
      <SegmentedControl
        aria-label={strings.pauseLength}
        size="xs"
        data={LENGTHS}
        value={duration.length}
        onChange={(length) => onChange({ ...duration, length })}
      />
      {duration.length === 'at' && (
        <DateTimePicker label={common.inZone(common.until, ownZone())} value={duration.at} onChange={(at) => onChange({ ...duration, at })} required clearable />
      )}
    </>
  );
}
