// Selection of the weekdays that are always off.
import { Chip, Group, Input } from '@mantine/core';
import { WEEKDAYS, type Weekday } from './year';

interface WeekendChipsProps {
  value: Weekday[];
  isDisabled?: boolean;
  onChange: (days: Weekday[]) => void;
}

export function WeekendChips({ value, isDisabled = false, onChange }: WeekendChipsProps) {
  return (
    <Input.Wrapper label="Off every week" labelElement="div">
      <Chip.Group multiple value={value} onChange={(chosen: string[]) => onChange(WEEKDAYS.filter((day) => chosen.includes(day)))}>
        <Group gap={6} mt={4}>
          {WEEKDAYS.map((day) => (
            <Chip key={day} value={day} size="xs" disabled={isDisabled}>
              {day.slice(0, 3)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}
