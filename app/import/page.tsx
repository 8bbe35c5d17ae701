import type { Metadata } from 'next'
import { ImportDesk } from '@/components/work/import-desk.tsx'

export const metadata: Metadata = { title: 'Import' }

export default function ImportPage() {
  return <ImportDesk />
}
