// Sign-in with a key, then back to the previous page.
import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { asProblem } from '../../api/problem';
import { session, sessionQuery } from '../../api/session';
import { Logo } from '../../app/shell/logo';
import { ErrorPanel } from '../../ui/error-panel';
import classes from './sign-in-page.module.css';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { back } = route.useSearch();
  const router = useRouter();
  const client = useQueryClient();
  const [key, setKey] = useState('');
  const signingIn = useMutation({
    mutationFn: () => session.begin(key.trim()),
    onSuccess: (who) => {
      // Cached data may belong to the previous user.
      client.clear();
      client.setQueryData(sessionQuery.queryKey, who);
      router.history.push(back ?? '/');
    },
  });
  useEffect(() => {
    document.title = 'Sign in · Refrain';
  }, []);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    signingIn.mutate();
  };
  return (
    <main className={classes.page}>
      <form className={classes.card} onSubmit={submit}>
        <Logo />
        <h1>Sign in to Refrain</h1>
        <p>With a key that an administrator has made. The server shows a link on its first start that needs none.</p>
        <PasswordInput
          label="Key"
          placeholder="rfn_…"
          autoComplete="current-password"
          data-autofocus
          required
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        {signingIn.error && <ErrorPanel problem={asProblem(signingIn.error)} />}
        <Button type="submit" loading={signingIn.isPending} fullWidth>
          Sign in
        </Button>
        <p className={classes.hint}>
          No key? On the server: <code>refrain key create --local --all-tenants --role admin</code>
        </p>
      </form>
    </main>
  );
}
