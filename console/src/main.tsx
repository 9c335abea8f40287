// Entry point of the console.
import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { sessionQuery } from './api/session';
import { queryClient } from './app/query';
import { router } from './app/router';
import { theme } from './app/theme';

const client = queryClient(() => {
  const { pathname, href } = router.state.location;
  if (pathname === '/sign-in') return;
  const wasSignedIn = client.getQueryData(sessionQuery.queryKey) !== undefined;
  void router.navigate({ to: '/sign-in', search: { back: href, ...(wasSignedIn ? { expired: true } : {}) } });
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
        <Notifications position="bottom-right" />
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
