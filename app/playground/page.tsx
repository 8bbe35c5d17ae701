import type { Metadata } from 'next'
import { retrieveAction, saveRetrievalAction } from '@/app/actions.ts'
import { guardPage } from '@/app/guard.ts'
import { wrongTurnsAction } from '@/app/lab-actions.ts'
import { Playground } from '@/components/retrieval/playground.tsx'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Playground' }

export default async function PlaygroundPage() {
  await guardPage()
  const loupe = await getLoupe()
  return (
    <Playground
      chips={await loupe.chips()}
      retrieve={retrieveAction}
      save={saveRetrievalAction}
      askWrongTurns={wrongTurnsAction}
    />
  )
}
