import type { Metadata } from 'next'
import { guardPage } from '@/app/guard.ts'
import { Playground } from '@/components/playground/playground.tsx'
import { getLoupe } from '@/lib/loupe.ts'

export const metadata: Metadata = { title: 'Playground' }

export default async function PlaygroundPage() {
  await guardPage()
  const loupe = await getLoupe()
  return <Playground chips={await loupe.api.chips()} />
}
