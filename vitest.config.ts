import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { scratchFolder } from './scripts/boot/scratch.ts'

process.env.TMPDIR = scratchFolder()

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    include: ['{app,components,lib,scripts}/**/*.test.{ts,tsx,mjs}', '*.test.ts'],
    environment: 'node',
    // On two cores the default is one worker.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A worker keeps its modules from file to file: nothing works at import and logic holds no state, so that a third of
    // the time need not go into loading them again. A test that leaves something behind (`vi.mock`, the environment) harms others.
    isolate: false,
    // `npm test` counts from the second report.
    reporters: ['default', ...(process.env.VITEST_JSON ? ['json'] : [])],
    outputFile: { json: process.env.VITEST_JSON ?? '' },
    // Real SQLite files and 10,000 random cases take longer than the default on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
