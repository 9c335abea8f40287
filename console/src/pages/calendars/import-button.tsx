// Imports a calendar from an iCalendar file, and lists the events that contributed no days.
import { FileButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { importCalendar, type ImportResult } from '../../api/calendar-files';
import { asProblem, Problem } from '../../api/problem';
import { GuardedButton } from '../../ui/guarded-button';
import { importStrings as strings } from './strings';

interface ImportButtonProps {
  name: string;
  /** Whether there are unsaved changes that an import would discard. */
  isChanged: boolean;
  onDone: () => void;
}

export function ImportButton({ name, isChanged, onDone }: ImportButtonProps) {
  const importing = useMutation({
    mutationFn: async (file: File) => {
      if (isChanged) throw new Problem({ code: 'unsaved', status: 0, detail: strings.unsaved });
      return importCalendar(name, await file.text());
    },
    onSuccess: (imported) => {
      notifications.show({ title: strings.imported, message: summarize(imported), autoClose: imported.skipped > 0 ? false : undefined });
      onDone();
    },
    onError: (error) => {
      const { message, hint } = asProblem(error);
      notifications.show({ title: strings.notImported, message: [message, hint].filter(Boolean).join(' '), color: 'red', autoClose: false });
    },
  });
  return (
    <FileButton accept=".ics,text/calendar" onChange={(file) => file && importing.mutate(file)} inputProps={{ 'aria-label': strings.file }}>
      {({ onClick }) => (
        <GuardedButton need={{ role: 'editor' }} variant="default" loading={importing.isPending} onClick={onClick}>
          {strings.button}
        </GuardedButton>
      )}
    </FileButton>
  );
}

function summarize({ events, skipped, named, calendar }: ImportResult): string {
  const imported = strings.summary(calendar.definition?.dates?.length ?? 0, events);
  if (skipped === 0) return imported;
  const skippedEvents = named.map(({ summary, reason, line }) => strings.skippedEvent(summary ?? strings.line(line), strings.reasons[reason] ?? reason));
  return `${imported} ${strings.skipped(skipped, skippedEvents.join(', '))}`;
}
