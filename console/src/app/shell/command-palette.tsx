// Everything by keyboard: pages, what can be done, and schedules by the beginning of their name.
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { namesQuery } from '../../api/schedules';
import { IconSearch } from '../../ui/icons';

const SEARCH_AFTER_MS = 150;

interface Command {
  label: string;
  description?: string;
  act: () => void;
}

export function CommandPalette() {
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), SEARCH_AFTER_MS);
  const commands = useCommands();
  const navigate = useNavigate();
  const found = useQuery({ ...namesQuery(asked), enabled: asked !== '' });
  const schedules = asked ? (found.data?.items ?? []) : [];
  const matching = commands.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()));
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
    { label: 'Overview', act: () => void navigate({ to: '/' }) },
    { label: 'Schedules', act: () => void navigate({ to: '/schedules' }) },
    { label: 'Paused schedules', act: () => void navigate({ to: '/schedules', search: { status: 'paused' } }) },
    { label: 'Ledger', description: 'Every occurrence, with its reason', act: () => void navigate({ to: '/ledger' }) },
    { label: 'Failed occurrences', act: () => void navigate({ to: '/ledger', search: { state: 'failed' } }) },
    { label: 'Dead letters', act: () => void navigate({ to: '/dead-letters' }) },
    { label: 'Audit', description: 'Who did what', act: () => void navigate({ to: '/audit' }) },
    { label: isDark ? 'Light theme' : 'Dark theme', act: () => setColorScheme(isDark ? 'light' : 'dark') },
  ];
}
