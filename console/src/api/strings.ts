// Texts of errors that the console itself reports.

export const strings = {
  unreachable: 'The server can’t be reached.',
  unreachableHint: 'It may be restarting. The page retries automatically.',
  unexplained: (status: number) => `The server answered with status ${status} and no explanation.`,
} as const;
