// Picks an instant in the user's time zone, which the label shows.
import { DateTimePicker } from '@mantine/dates';
import { ownZone } from '../format/instant';
import { fromWallClock, toWallClock } from '../format/wall-clock';
import { common } from './strings';

interface InstantPickerProps {
  label: string;
  description?: string;
  value: string | null;
  onChange: (at: string | null) => void;
  isRequired?: boolean;
}

export function InstantPicker({ label, description, value, onChange, isRequired = false }: InstantPickerProps) {
  const zone = ownZone();
  return (
    <DateTimePicker
      label={common.inZone(label, zone)}
      description={description}
      clearable
      required={isRequired}
      value={value ? toWallClock(value, zone) : null}
      onChange={(picked) => onChange(picked ? fromWallClock(picked, zone) : null)}
    />
  );
}
