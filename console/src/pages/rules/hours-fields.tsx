// Form fields for the hours of the week in which a dispatch rule is active.
import { ActionIcon, Button, Chip, Group, Select, TextInput } from '@mantine/core';
import { zoneNames } from '../../format/zones';
import classes from '../../ui/control/control-form.module.css';
import { IconCross } from '../../ui/icons';
import { common } from '../../ui/strings';
import type { Hours } from './rule-draft';
import type { RuleFieldsProps } from './rule-fields';
import rules from './rules-page.module.css';
import { strings } from './strings';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

export function HoursFields({ draft, set }: RuleFieldsProps) {
  const { hours, timezone } = draft;
  const change = (index: number, part: Partial<Hours>) => set({ hours: hours.map((each, at) => (at === index ? { ...each, ...part } : each)) });
  return (
    <fieldset className={classes.group}>
      <legend>{strings.hours}</legend>
      {hours.length === 0 && <p className={classes.note}>{strings.always}</p>}
      {hours.map((each, index) => (
        // The entries have no identity of their own, and new ones are added only at the end.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={rules.hours}>
          <Chip.Group multiple value={each.days} onChange={(days) => change(index, { days })}>
            <Group gap={4}>
              {DAYS.map((day, place) => (
                <Chip key={day} value={day} size="xs">
                  {common.weekdays[place]}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <div className={rules.times}>
            <TextInput
              size="xs"
              aria-label={strings.from}
              placeholder={strings.fromPlaceholder}
              value={each.from}
              onChange={(event) => change(index, { from: event.currentTarget.value })}
            />
            <TextInput
              size="xs"
              aria-label={strings.to}
              placeholder={strings.toPlaceholder}
              value={each.to}
              onChange={(event) => change(index, { to: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={strings.removeHours}
              onClick={() => set({ hours: hours.filter((_, at) => at !== index) })}
            >
              <IconCross />
            </ActionIcon>
          </div>
        </div>
      ))}
      <div className={classes.pair}>
        <Button variant="default" size="xs" onClick={() => set({ hours: [...hours, { days: [], from: '22:00', to: '07:00' }] })}>
          {hours.length === 0 ? strings.limitHours : strings.addHours}
        </Button>
        <Select
          size="xs"
          label={common.timeZone}
          searchable
          allowDeselect={false}
          limit={50}
          data={zoneNames(timezone)}
          value={timezone}
          onChange={(value) => set({ timezone: value ?? 'UTC' })}
        />
      </div>
    </fieldset>
  );
}
