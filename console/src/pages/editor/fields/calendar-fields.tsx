// Fields of a calendar recurrence: the period, and the days in each period.
import { Chip, Group, Input, NumberInput, Select, TextInput } from '@mantine/core';
import { common } from '../../../ui/strings';
import type { Frequency } from '../draft';
import type { FieldsProps } from '../editor';
import classes from '../editor.module.css';
import { recurrenceStrings as strings } from '../strings';

const FREQUENCIES: Frequency[] = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'];
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

export function CalendarFields({ draft, set }: FieldsProps) {
  const { calendar } = draft;
  const change = (part: Partial<typeof calendar>) => set({ calendar: { ...calendar, ...part } });
  return (
    <>
      <div className={classes.pair}>
        <Select
          label={strings.period}
          allowDeselect={false}
          data={FREQUENCIES.map((value) => ({ value, label: strings.periods[value] }))}
          value={calendar.frequency}
          onChange={(value) => change({ frequency: FREQUENCIES.find((one) => one === value) ?? 'monthly' })}
        />
        <NumberInput
          label={strings.interval}
          min={1}
          allowDecimal={false}
          value={calendar.interval}
          onChange={(value) => change({ interval: Number(value) })}
        />
      </div>
      {calendar.frequency !== 'daily' && (
        <Input.Wrapper label={strings.weekdays} labelElement="div">
          <Chip.Group multiple value={calendar.byDay} onChange={(byDay) => change({ byDay })}>
            <Group gap={6} mt={4}>
              {DAYS.map((day, place) => (
                <Chip key={day} value={day} size="xs">
                  {common.weekdays[place]}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
      )}
      <div className={classes.pair}>
        <TextInput
          label={strings.monthDays}
          description={strings.monthDaysDescription}
          placeholder={strings.monthDaysPlaceholder}
          value={calendar.byMonthDay}
          onChange={(event) => change({ byMonthDay: event.currentTarget.value })}
        />
        <TextInput
          label={strings.at}
          description={strings.timeDescription}
          placeholder={strings.timePlaceholder}
          value={calendar.time}
          onChange={(event) => change({ time: event.currentTarget.value })}
        />
      </div>
    </>
  );
}
