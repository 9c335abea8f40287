// Browser tests: a real Chromium and a real server. They run one after another, because each uses the whole
// machine.
import { defineConfig } from 'vitest/config';

const { REFRAIN_SCREENSHOTS: isPictures, REFRAIN_BENCH_STORE: isBench } = process.env;

export default defineConfig({
  test: {
    environment: 'node',
    include: isPictures ? ['browser/screenshots.ts'] : isBench ? ['browser/bench.ts'] : ['browser/**/*.test.ts'],
    fileParallelism: false,
    // The browser driver is large; it is loaded once for all tests.
    isolate: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
