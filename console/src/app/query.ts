// Cache policy of queries: events invalidate them, only transient errors are retried, and an expired session
// leads to the sign-in page.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { asProblem } from '../api/problem';

const RETRIES_MAX = 3;

export function queryClient(onSignedOut: () => void): QueryClient {
  const watch = (error: unknown) => {
    if (asProblem(error).isUnauthenticated) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({ onError: watch }),
    defaultOptions: {
      queries: {
        // Events invalidate queries; until then they are not refetched.
        staleTime: 30_000,
        retry: (count, error) => count < RETRIES_MAX && asProblem(error).isTransient,
        refetchOnWindowFocus: false,
      },
    },
  });
}
