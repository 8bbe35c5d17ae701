import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ShellContext, type ShellContextValue } from '@/components/frame/shell.tsx'
import { CommandsProvider } from '@/components/ui/commands.tsx'
import type { DistilEstimate } from '@/lib/memory/distil/distil.ts'
import { modelOffer } from './model-offer.ts'
import { NoLessonYet } from './no-lesson-yet.tsx'

/** With plain blanks between a number and its unit. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

const estimate: DistilEstimate = {
  with: 'handover',
  runs: 38,
  calls: 38,
  answered: 0,
  recorded: null,
  inputTokens: 120_000,
  outputTokens: 22_800,
  priceUsd: null,
  usdPerCall: null,
  durationMs: null,
  durationFrom: 'nothing to go by',
}

test('it says of a model what is known, and unknown where it is not', () => {
  expect(plain(modelOffer(estimate))).toBe(
    '38 runs take at least 38 calls: 120,000 tokens in, 22,800 tokens out. Price: unknown. Time: unknown.',
  )
  expect(plain(modelOffer({ ...estimate, runs: 1, priceUsd: 0.42, durationMs: 180_000 }))).toMatch(
    /^1 run takes .* Price: \$0\.42\. Time: about 3 min\.$/,
  )
})

test('runs without a lesson lead to a model with its price, and to what goes without one', () => {
  const client = new QueryClient()
  client.setQueryData(['estimateDistil', { project: 'mine', with: 'handover' }], estimate)
  client.setQueryData(['foundNotes', {}], [])
  const current = { id: 'p', name: 'mine', source: 'imported', entryCount: 0, liveCount: 0, episodeCount: 38 }
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <CommandsProvider run={() => Promise.reject(new Error('nothing is asked'))}>
        <ShellContext value={{ current, projectParam: 'mine' } as ShellContextValue}>
          <NoLessonYet />
        </ShellContext>
      </CommandsProvider>
    </QueryClientProvider>,
  )
  expect(plain(html)).toContain(plain(modelOffer(estimate)))
  for (const href of [
    '/import?project=mine&amp;view=lessons',
    '/episodes?project=mine',
    '/playground?project=mine',
  ])
    expect(html).toContain(`href="${href}"`)
  expect(html).not.toContain('notes for agents')
})
