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
      <Spotlight.Search placeholder="A page, an action, or how a schedule’s name begins" leftSection={<IconSearch />} aria-label="Search" />
      <Spotlight.ActionsList>
        {schedules.length > 0 && (
          <Spotlight.ActionsGroup label="Schedules">
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
          <Spotlight.ActionsGroup label="Go and do">
            {matching.map(({ label, description, act }) => (
              <Spotlight.Action key={label} label={label} description={description} onClick={act} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {schedules.length + matching.length === 0 && <Spotlight.Empty>Nothing is called so</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function useCommands(): Command[] {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return [
    { label: 'New schedule', description: 'Say when, and what is sent', act: () => void navigate({ to: '/new' }) },
    ...NAV_GROUPS.flatMap(({ places }) => places).map(({ to, label, description }) => ({ label, description: description, act: () => void navigate({ to }) })),
    { label: 'Paused schedules', act: () => void navigate({ to: '/schedules', search: { status: 'paused' } }) },
    { label: 'The next days', act: () => void navigate({ to: '/calendar', search: { view: 'week', state: 'upcoming' } }) },
    { label: 'Failed occurrences', act: () => void navigate({ to: '/ledger', search: { state: 'failed' } }) },
    { label: 'New rule', description: 'Stop, slow down, change or reroute what is sent', act: () => void navigate({ to: '/rules', search: { add: 'rule' } }) },
    { label: 'New calendar', description: 'Holidays and weekends', act: () => void navigate({ to: '/calendars', search: { add: 'calendar' } }) },
    { label: 'Hand in work', description: 'Put a work item into a queue', act: () => void navigate({ to: '/queues', search: { add: 'item' } }) },
    { label: 'New key', description: 'Let someone in', act: () => void navigate({ to: '/keys', search: { add: 'key' } }) },
    { label: 'New secret', description: 'Keep a token', act: () => void navigate({ to: '/secrets', search: { add: 'secret' } }) },
    { label: 'New alert', description: 'Tell someone when something fails', act: () => void navigate({ to: '/alerts', search: { add: 'alert' } }) },
    { label: 'New hold', description: 'Keep schedules from firing for a while', act: () => void navigate({ to: '/holds', search: { add: 'hold' } }) },
    { label: isDark ? 'Light theme' : 'Dark theme', act: () => setColorScheme(isDark ? 'light' : 'dark') },
  ];
}
