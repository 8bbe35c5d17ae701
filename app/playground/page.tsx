import type { Metadata } from 'next'
import { guardPage, pageApi } from '@/app/guard.ts'
import { Playground } from '@/components/playground/playground.tsx'

export const metadata: Metadata = { title: 'Playground' }

export default async function PlaygroundPage() {
  await guardPage()
  const api = await pageApi()
  return <Playground chips={await api.chips()} />
}
