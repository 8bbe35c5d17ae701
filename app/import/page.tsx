import type { Metadata } from 'next'
import { guardPage } from '@/app/guard.ts'
import { ImportDesk } from '@/components/work/import-desk.tsx'

export const metadata: Metadata = { title: 'Import' }

export default async function ImportPage() {
  await guardPage()
  return <ImportDesk />
}
