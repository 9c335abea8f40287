// Fields of a calendar recurrence: the period, and the days in each period.
import { Chip, Group, Input, NumberInput, Select, TextInput } from '@mantine/core';
import type { Frequency } from '../draft';
import type { FieldsProps } from '../editor';
import classes from '../editor.module.css';

const FREQUENCIES: Frequency[] = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'];
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

export function CalendarFields({ draft, set }: FieldsProps) {
  const { calendar } = draft;
  const change = (part: Partial<typeof calendar>) => set({ calendar: { ...calendar, ...part } });
  return (
    <>
      <div className={classes.pair}>
        <Select
          label="Period"
          allowDeselect={false}
          data={FREQUENCIES}
          value={calendar.frequency}
          onChange={(value) => change({ frequency: FREQUENCIES.find((one) => one === value) ?? 'monthly' })}
        />
        <NumberInput
          label="Every n-th"
          min={1}
          allowDecimal={false}
          value={calendar.interval}
          onChange={(value) => change({ interval: Number(value) })}
        />
      </div>
      {calendar.frequency !== 'daily' && (
        <Input.Wrapper label="Weekdays" labelElement="div">
          <Chip.Group multiple value={calendar.byDay} onChange={(byDay) => change({ byDay })}>
            <Group gap={6} mt={4}>
              {DAYS.map((day) => (
                <Chip key={day} value={day} size="xs">
                  {day}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
      )}
      <div className={classes.pair}>
        <TextInput
          label="Days of the month"
          description="−1 is the last"
          placeholder="1, 15, -1"
          value={calendar.byMonthDay}
          onChange={(event) => change({ byMonthDay: event.currentTarget.value })}
        />
        <TextInput
          label="At"
          description="Midnight when empty"
          placeholder="09:00"
          value={calendar.time}
          onChange={(event) => change({ time: event.currentTarget.value })}
        />
      </div>
    </>
  );
}
