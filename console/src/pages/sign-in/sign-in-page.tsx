// Sign-in with a key, then back to the previous page.
import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { asProblem } from '../../api/problem';
import { session, sessionQuery } from '../../api/session';
import { Logo } from '../../app/shell/logo';
import { ErrorPanel } from '../../ui/error-panel';
import { Phrase } from '../../ui/phrase';
import classes from './sign-in-page.module.css';
import { strings } from './strings';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { back, expired: isExpired = false } = route.useSearch();
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
    document.title = strings.documentTitle;
  }, []);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    signingIn.mutate();
  };
  return (
    <main className={classes.page}>
      <form className={classes.card} onSubmit={submit}>
        <Logo />
        <h1>{strings.title}</h1>
        <p role={isExpired ? 'status' : undefined}>{isExpired ? strings.expired : strings.text}</p>
        <PasswordInput
          label={strings.key}
          placeholder={strings.keyPlaceholder}
          autoComplete="current-password"
          data-autofocus
          required
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        {signingIn.error && <ErrorPanel problem={asProblem(signingIn.error)} />}
        <Button type="submit" loading={signingIn.isPending} fullWidth>
          {strings.signIn}
        </Button>
        <p className={classes.hint}>
          <Phrase text={strings.noKey} parts={{ command: <code>{strings.command}</code> }} />
        </p>
      </form>
    </main>
  );
}
