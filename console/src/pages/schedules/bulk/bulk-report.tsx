// Report of a bulk operation.
import { Button, Group, Stack, Text } from '@mantine/core';
import { ErrorPanel } from '../../../ui/error-panel';
import classes from '../schedules-page.module.css';
import { bulkStrings as strings } from '../strings';
import type { Report } from './operation';

const SHOWN_MAX = 50;

export function BulkReport({ report, word, onClose }: { report: Report; word: string; onClose: () => void }) {
  const { changed, refused, problem, isStopped } = report;
  return (
    <Stack gap="md">
      <div role="status">
        <Text fw={600}>{strings.changed(changed, word)}</Text>
        {refused.length > 0 && <Text c="dimmed">{strings.refusedText(refused.length)}</Text>}
        {isStopped && <Text c="dimmed">{strings.stopped}</Text>}
      </div>
      {problem && (
        <ErrorPanel problem={problem}>
          <p>{strings.interrupted}</p>
        </ErrorPanel>
      )}
      {refused.length > 0 && (
        <ul className={classes.refused} aria-label={strings.refused} tabIndex={0}>
          {refused.slice(0, SHOWN_MAX).map(({ id, detail }) => (
            <li key={id}>
              <strong dir="auto">{id}</strong> <span>{detail}</span>
            </li>
          ))}
          {refused.length > SHOWN_MAX && <li>{strings.more(refused.length - SHOWN_MAX)}</li>}
        </ul>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {strings.done}
        </Button>
      </Group>
    </Stack>
  );
}
