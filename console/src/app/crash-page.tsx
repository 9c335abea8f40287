// Shown when a page fails to render: the error and a retry button.
import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { asProblem } from '../api/problem';
import { ErrorPanel } from '../ui/error-panel';
import { strings } from './strings';

export function CrashPage({ error, reset }: ErrorComponentProps) {
  return (
    <ErrorPanel problem={asProblem(error)}>
      <Button size="xs" variant="default" onClick={reset}>
        {strings.tryAgain}
      </Button>
    </ErrorPanel>
  );
}
