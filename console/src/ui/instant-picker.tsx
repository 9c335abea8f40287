// Picks an instant by the clock of whoever looks; their zone stands in the label.
import { DateTimePicker } from '@mantine/dates';
import { ownZone } from '../format/instant';

interface InstantPickerProps {
  label: string;
  description?: string;
  value: string | null;
  onChange: (at: string | null) => void;
  isRequired?: boolean;
}

export function InstantPicker({ label, description, value, onChange, isRequired = false }: InstantPickerProps) {
  return (
    <DateTimePicker
      label={`${label}, in ${ownZone()}`}
      description={description}
      clearable
      required={isRequired}
      value={value ? new Date(value) : null}
      onChange={(picked) => onChange(picked ? new Date(picked).toISOString() : null)}
    />
  );
}
