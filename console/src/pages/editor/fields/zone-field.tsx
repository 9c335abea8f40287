// Time zone of a recurrence: all zones, searchable by any part of the name, with their current offset.
import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { offset } from '../../../format/instant';
import { zoneNames } from '../../../format/zones';

const SHOWN_MAX = 60;

export function ZoneField({ zone, onChange }: { zone: string; onChange: (zone: string) => void }) {
  const [typed, setTyped] = useState('');
  const data = useMemo(() => zoneNames(zone, typed), [zone, typed]);
  const [now] = useState(() => new Date().toISOString());
  return (
    <Select
      label="Time zone"
      description="The rule follows this zone’s wall clock, through every change of it."
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
      nothingFoundMessage="No zone is called so"
    />
  );
}

/** Matches any part of a zone name: `new york` finds America/New_York. */
const anyPart: OptionsFilter = ({ options, search, limit }) => {
  const wanted = search.trim().toLowerCase().replaceAll(' ', '_');
  return (options as ComboboxItem[]).filter(({ value }) => value.toLowerCase().includes(wanted)).slice(0, limit);
};
