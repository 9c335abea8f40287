// A button that is there for those who may use it, and says to others what it takes.
import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { Need } from '../session/may';
import { useMay } from '../session/use-session';

interface GuardedButtonProps extends ButtonProps {
  need: Need;
  /** Absent for what submits the form around it. */
  onClick?: () => void;
}

export function GuardedButton({ need, onClick, children, ...button }: GuardedButtonProps) {
  const { allowed, why } = useMay(need);
  return (
    <Tooltip label={why} disabled={allowed}>
      <Button
        {...button}
        type={allowed && !onClick ? 'submit' : 'button'}
        onClick={allowed ? onClick : undefined}
        data-disabled={!allowed || undefined}
        aria-disabled={!allowed || undefined}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
