// Report of a bulk operation.
import { Button, Group, Stack, Text } from '@mantine/core';
import { whole } from '../../../format/length';
import { ErrorPanel } from '../../../ui/error-panel';
import classes from '../schedules-page.module.css';
import type { Report } from './operation';

const SHOWN_MAX = 50;

export function BulkReport({ report, word, onClose }: { report: Report; word: string; onClose: () => void }) {
  const { changed, refused, problem, isStopped } = report;
  return (
    <Stack gap="md">
      <div role="status">
        <Text fw={600}>{`${whole(changed)} ${word}`}</Text>
        {refused.length > 0 && <Text c="dimmed">{`${whole(refused.length)} refused; the others are not touched by that.`}</Text>}
        {isStopped && <Text c="dimmed">Stopped as you asked. The same again does the rest.</Text>}
      </div>
      {problem && (
        <ErrorPanel problem={problem}>
          <p>What was done stays done; the same again does the rest.</p>
        </ErrorPanel>
      )}
      {refused.length > 0 && (
        <ul className={classes.refused} aria-label="Refused" tabIndex={0}>
          {refused.slice(0, SHOWN_MAX).map(({ id, detail }) => (
            <li key={id}>
              <strong dir="auto">{id}</strong> <span>{detail}</span>
            </li>
          ))}
          {refused.length > SHOWN_MAX && <li>{`and ${whole(refused.length - SHOWN_MAX)} others`}</li>}
        </ul>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
