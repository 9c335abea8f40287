// Encrypts all secrets of the tenant with the newest master key, so that an old key can be removed.
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { asProblem } from '../../api/problem';
import { type RotationResult, secrets } from '../../api/secrets';
import { whole } from '../../format/length';
import { GuardedButton } from '../../ui/guarded-button';

export function ReencryptButton() {
  const client = useQueryClient();
  const reencrypting = useMutation({
    mutationFn: secrets.reencrypt,
    onSuccess: (rotated) => {
      const isWhole = rotated.refused.length === 0;
      notifications.show({ title: 'Sealed anew', message: summarize(rotated), ...(isWhole ? {} : { color: 'red', autoClose: false }) });
      void client.invalidateQueries({ queryKey: ['secrets'] });
    },
    onError: (error) => notifications.show({ title: 'Not sealed', message: asProblem(error).message, color: 'red' }),
  });
  return (
    <GuardedButton need="server" variant="default" loading={reencrypting.isPending} onClick={() => reencrypting.mutate()}>
      Seal by the newest key
    </GuardedButton>
  );
}

function summarize({ reencrypted, unchanged, refused }: RotationResult): string {
  const done = `${whole(reencrypted)} sealed anew, ${whole(unchanged)} were already.`;
  return refused.length === 0 ? done : `${done} Not opened: ${refused.map(({ name, problem }) => `${name} (${problem})`).join(', ')}.`;
}
