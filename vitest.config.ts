import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { scratchFolder } from './scripts/boot/scratch.ts'

process.env.TMPDIR = scratchFolder()
// For the test that loads the runtime without a thread, see lib/llm/minilm/model-thread.ts.
process.env.ORT_DISABLE_TELEMETRY = '1'

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    include: ['{app,components,lib,scripts}/**/*.test.{ts,tsx,mjs}', '*.test.ts'],
    environment: 'node',
    globalSetup: 'lib/db/fixtures/portable-sql.ts',
    setupFiles: 'lib/db/fixtures/record-sql.ts',
    // On two cores the default is one worker.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A worker keeps its modules from file to file: nothing works at import and logic holds no state, so that a third of
    // the time need not go into loading them again. A test that leaves something behind (`vi.mock`, the environment) harms others.
    isolate: false,
    // `npm test` counts from the second report.
    reporters: ['default', ...(process.env.VITEST_JSON ? ['json'] : [])],
    outputFile: { json: process.env.VITEST_JSON ?? '' },
    // The first test that asks for the sample loads it, which takes a minute on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
