import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    include: ['{app,components,lib,scripts}/**/*.test.{ts,tsx,mjs}', '*.test.ts'],
    environment: 'node',
    // `npm test` counts from the second report.
    reporters: ['default', ...(process.env.VITEST_JSON ? ['json'] : [])],
    outputFile: { json: process.env.VITEST_JSON ?? '' },
    // Real SQLite files and 10,000 random cases take longer than the default on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
