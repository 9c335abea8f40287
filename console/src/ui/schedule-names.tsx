// Input for schedule IDs with suggestions by prefix. IDs that do not exist yet are allowed.
import { TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { offeredNamesQuery } from '../api/some-schedules';
import { common } from './strings';

const SEARCH_AFTER_MS = 150;

interface ScheduleNamesProps {
  label: string;
  description: string;
  value: string[];
  onChange: (names: string[]) => void;
}

export function ScheduleNames({ label, description, value, onChange }: ScheduleNamesProps) {
  const [typed, setTyped] = useState('');
  const [prefix] = useDebouncedValue(typed.trim(), SEARCH_AFTER_MS);
  const names = useQuery(offeredNamesQuery(prefix)).data ?? [];
  return (
    <TagsInput
      label={label}
      description={description}
      placeholder={value.length === 0 ? common.schedulePlaceholder : ''}
      data={names}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value}
      onChange={onChange}
    />
  );
}
