// Asks the server to verify the whole hash chain, and shows the result.
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { audit } from '../../api/audit';
import { asProblem } from '../../api/problem';
import { whole } from '../../format/length';

export function VerifyButton() {
  const verifying = useMutation({
    mutationFn: audit.verify,
    onSuccess: ({ is_intact, entries, broken_at }) =>
      notifications.show(
        is_intact
          ? { title: 'The chain is whole', message: `${whole(entries ?? 0)} entries, each following the one before.` }
          : { title: 'The chain is broken', message: `Entry ${broken_at} does not follow the one before it.`, color: 'red', autoClose: false },
      ),
    onError: (error) => notifications.show({ title: 'Not verified', message: asProblem(error).message, color: 'red' }),
  });
  return (
    <Button variant="default" loading={verifying.isPending} onClick={() => verifying.mutate()}>
      Verify the chain
    </Button>
  );
}
