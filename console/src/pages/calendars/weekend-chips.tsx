// Selection of the weekdays that are always off.
import { Chip, Group, Input } from '@mantine/core';
import { strings } from './strings';
import { shortWeekday, WEEKDAYS, type Weekday } from './year';

interface WeekendChipsProps {
  value: Weekday[];
  isDisabled?: boolean;
  onChange: (days: Weekday[]) => void;
}

export function WeekendChips({ value, isDisabled = false, onChange }: WeekendChipsProps) {
  return (
    <Input.Wrapper label={strings.weeklyDaysOff} labelElement="div">
      <Chip.Group multiple value={value} onChange={(chosen: string[]) => onChange(WEEKDAYS.filter((day) => chosen.includes(day)))}>
        <Group gap={6} mt={4}>
          {WEEKDAYS.map((day) => (
            <Chip key={day} value={day} size="xs" disabled={isDisabled}>
              {shortWeekday(day)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}
