// Texts of the pages that replace a page: not found, and failed to render.

export const strings = {
  tryAgain: 'Try again',
  notFound: 'Page not found',
  notFoundText: 'The link may be incomplete. Go to {overview} or {schedules}.',
  overview: 'the overview',
  schedules: 'all schedules',
} as const;
