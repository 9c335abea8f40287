// Encrypts all secrets of the tenant with the newest master key, so that an old key can be removed.
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { asProblem } from '../../api/problem';
import { type RotationResult, secrets } from '../../api/secrets';
import { GuardedButton } from '../../ui/guarded-button';
import { strings } from './strings';

export function ReencryptButton() {
  const client = useQueryClient();
  const reencrypting = useMutation({
    mutationFn: secrets.reencrypt,
    onSuccess: (rotated) => {
      const isWhole = rotated.refused.length === 0;
      notifications.show({ title: strings.reencrypted, message: summarize(rotated), ...(isWhole ? {} : { color: 'red', autoClose: false }) });
      void client.invalidateQueries({ queryKey: ['secrets'] });
    },
    onError: (error) => notifications.show({ title: strings.notReencrypted, message: asProblem(error).message, color: 'red' }),
  });
  return (
    <GuardedButton need="server" variant="default" loading={reencrypting.isPending} onClick={() => reencrypting.mutate()}>
      {strings.reencrypt}
    </GuardedButton>
  );
}

function summarize({ reencrypted, unchanged, refused }: RotationResult): string {
  const done = strings.reencryptedText(reencrypted, unchanged);
  const failed = refused.map(({ name, problem }) => strings.failed(name, problem)).join(', ');
  return failed ? `${done} ${strings.failedText(failed)}` : done;
}
