// Browser tests: a real Chromium before a real server. One after another, because each holds up a machine's worth of work.
import { defineConfig } from 'vitest/config';

const { REFRAIN_SCREENSHOTS: isPictures, REFRAIN_BENCH_STORE: isBench } = process.env;

export default defineConfig({
  test: {
    environment: 'node',
    include: isPictures ? ['browser/screenshots.ts'] : isBench ? ['browser/bench.ts'] : ['browser/**/*.test.ts'],
    fileParallelism: false,
    // What drives the browser is large, and read once for all of them.
    isolate: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
