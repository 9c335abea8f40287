// Keyboard access to everything: pages, actions, and schedules by the start of their ID.
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { namesQuery } from '../../api/schedules';
import { IconSearch } from '../../ui/icons';
import { NAV_GROUPS } from './nav-entries';
import { commandStrings, strings } from './strings';

const SEARCH_AFTER_MS = 150;

interface Command {
  label: string;
  description?: string;
  act: () => void;
}

export function CommandPalette() {
  const [typed, setTyped] = useState('');
  const [debounced] = useDebouncedValue(typed.trim(), SEARCH_AFTER_MS);
  const commands = useCommands();
  const navigate = useNavigate();
  const found = useQuery({ ...namesQuery(debounced), enabled: debounced !== '' });
  const schedules = debounced ? (found.data?.items ?? []) : [];
  const wanted = typed.trim().toLowerCase();
  const matching = commands.filter(({ label, description }) => `${label} ${description ?? ''}`.toLowerCase().includes(wanted));
  return (
    <Spotlight.Root shortcut={['mod + K', '/']} query={typed} onQueryChange={setTyped} maxHeight={420} scrollable>
      <Spotlight.Search placeholder={strings.searchPlaceholder} leftSection={<IconSearch />} aria-label={strings.search} />
      <Spotlight.ActionsList>
        {schedules.length > 0 && (
          <Spotlight.ActionsGroup label={strings.schedules}>
            {schedules.map(({ id, sentence }) => (
              <Spotlight.Action
                key={id}
                label={id}
                description={sentence ?? undefined}
                onClick={() => void navigate({ to: '/schedules/$id', params: { id } })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {matching.length > 0 && (
          <Spotlight.ActionsGroup label={strings.pagesAndActions}>
            {matching.map(({ label, description, act }) => (
              <Spotlight.Action key={label} label={label} description={description} onClick={act} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {schedules.length + matching.length === 0 && <Spotlight.Empty>{strings.noResults}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function useCommands(): Command[] {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return [
    { ...commandStrings.newSchedule, act: () => void navigate({ to: '/new' }) },
    ...NAV_GROUPS.flatMap(({ entries }) => entries).map(({ to, label, description }) => ({ label, description, act: () => void navigate({ to }) })),
    { ...commandStrings.pausedSchedules, act: () => void navigate({ to: '/schedules', search: { status: 'paused' } }) },
    { ...commandStrings.upcoming, act: () => void navigate({ to: '/calendar', search: { view: 'week', state: 'upcoming' } }) },
    { ...commandStrings.failed, act: () => void navigate({ to: '/ledger', search: { state: 'failed' } }) },
    { ...commandStrings.newRule, act: () => void navigate({ to: '/rules', search: { add: 'rule' } }) },
    { ...commandStrings.newCalendar, act: () => void navigate({ to: '/calendars', search: { add: 'calendar' } }) },
    { ...commandStrings.enqueue, act: () => void navigate({ to: '/queues', search: { add: 'item' } }) },
    { ...commandStrings.newKey, act: () => void navigate({ to: '/keys', search: { add: 'key' } }) },
    { ...commandStrings.newSecret, act: () => void navigate({ to: '/secrets', search: { add: 'secret' } }) },
    { ...commandStrings.newAlert, act: () => void navigate({ to: '/alerts', search: { add: 'alert' } }) },
    { ...commandStrings.newHold, act: () => void navigate({ to: '/holds', search: { add: 'hold' } }) },
    { label: isDark ? strings.lightTheme : strings.darkTheme, act: () => setColorScheme(isDark ? 'light' : 'dark') },
  ];
}
