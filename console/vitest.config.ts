// Unit tests: pure functions, and single components in a made-up document.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}'] },
});
