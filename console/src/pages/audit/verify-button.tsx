// Asks the server to verify the whole hash chain, and shows the result.
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { audit } from '../../api/audit';
import { asProblem } from '../../api/problem';
import { strings } from './strings';

export function VerifyButton() {
  const verifying = useMutation({
    mutationFn: audit.verify,
    onSuccess: ({ is_intact, entries, broken_at }) =>
      notifications.show(
        is_intact
          ? { title: strings.intact, message: strings.entries(entries ?? 0) }
          : { title: strings.broken, message: strings.brokenAt(broken_at), color: 'red', autoClose: false },
      ),
    onError: (error) => notifications.show({ title: strings.notVerified, message: asProblem(error).message, color: 'red' }),
  });
  return (
    <Button variant="default" loading={verifying.isPending} onClick={() => verifying.mutate()}>
      {strings.verify}
    </Button>
  );
}
