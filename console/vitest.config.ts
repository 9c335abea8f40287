// Unit tests: pure functions, single components in a simulated document, and checks of the source.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}', 'checks/**/*.test.ts'] },
});
