// How answers are kept: fresh by events, asked again only when that may help, and a lost session leads to the sign-in page.
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
        // Events say when an answer is old; until then it is not asked for again.
        staleTime: 30_000,
        retry: (count, error) => count < RETRIES_MAX && asProblem(error).isPassing,
        refetchOnWindowFocus: false,
      },
    },
  });
}
