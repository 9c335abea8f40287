// Browser tests: a real Chromium before a real server. One after another, because each holds up a machine's worth of work.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: process.env['REFRAIN_SCREENSHOTS'] ? ['browser/screenshots.ts'] : ['browser/**/*.test.ts'],
    fileParallelism: false,
    // What drives the browser is large, and read once for all of them.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
