// Imports a calendar from an iCalendar file, and lists the events that contributed no days.
import { FileButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { importCalendar, type ImportResult } from '../../api/calendar-files';
import { asProblem, Problem } from '../../api/problem';
import { whole } from '../../format/length';
import { GuardedButton } from '../../ui/guarded-button';

const SKIP_REASONS: Record<string, string> = { not_whole_days: 'has a time of day', canceled: 'is canceled', no_start: 'has no beginning' };

interface ImportButtonProps {
  name: string;
  /** Whether there are unsaved changes that an import would discard. */
  isChanged: boolean;
  onDone: () => void;
}

export function ImportButton({ name, isChanged, onDone }: ImportButtonProps) {
  const importing = useMutation({
    mutationFn: async (file: File) => {
      if (isChanged) throw new Problem({ code: 'unsaved', status: 0, detail: 'Save or undo your changes first: a file replaces all dates.' });
      return importCalendar(name, await file.text());
    },
    onSuccess: (imported) => {
      notifications.show({ title: 'Imported', message: summarize(imported), autoClose: imported.skipped > 0 ? false : undefined });
      onDone();
    },
    onError: (error) => {
      const { message, hint } = asProblem(error);
      notifications.show({ title: 'Not imported', message: [message, hint].filter(Boolean).join(' '), color: 'red', autoClose: false });
    },
  });
  return (
    <FileButton accept=".ics,text/calendar" onChange={(file) => file && importing.mutate(file)} inputProps={{ 'aria-label': 'An iCalendar file' }}>
      {({ onClick }) => (
        <GuardedButton need={{ role: 'editor' }} variant="default" loading={importing.isPending} onClick={onClick}>
          Import a file…
        </GuardedButton>
      )}
    </FileButton>
  );
}

function summarize({ events, skipped, named, calendar }: ImportResult): string {
  const kept = `${whole(calendar.definition?.dates?.length ?? 0)} dates from ${whole(events)} events.`;
  if (skipped === 0) return kept;
  const which = named.map(({ summary, reason, line }) => `“${summary ?? `line ${line}`}” ${SKIP_REASONS[reason] ?? reason}`).join(', ');
  return `${kept} ${whole(skipped)} gave none: ${which}.`;
}
