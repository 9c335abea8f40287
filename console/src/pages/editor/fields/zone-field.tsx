// Time zone of a recurrence: all zones, searchable by any part of the name, with their current offset.
import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { offset } from '../../../format/instant';
import { zoneNames } from '../../../format/zones';
import { common } from '../../../ui/strings';
import { recurrenceStrings as strings } from '../strings';

const SHOWN_MAX = 60;

export function ZoneField({ zone, onChange }: { zone: string; onChange: (zone: string) => void }) {
  const [typed, setTyped] = useState('');
  const data = useMemo(() => zoneNames(zone, typed), [zone, typed]);
  const [now] = useState(() => new Date().toISOString());
  return (
    <Select
      label={common.timeZone}
      description={strings.timeZoneDescription}
      searchable
      required
      limit={SHOWN_MAX}
      data={data}
      filter={anyPart}
      value={zone}
      onSearchChange={setTyped}
      onChange={(value) => value && onChange(value)}
      renderOption={({ option }) => (
        <>
          {option.value} <small className="number">{offset(now, option.value)}</small>
        </>
      )}
      nothingFoundMessage={strings.noTimeZone}
    />
  );
}

/** Matches any part of a zone name: `new york` finds America/New_York. */
const anyPart: OptionsFilter = ({ options, search, limit }) => {
  const wanted = search.trim().toLowerCase().replaceAll(' ', '_');
  return (options as ComboboxItem[]).filter(({ value }) => value.toLowerCase().includes(wanted)).slice(0, limit);
};
