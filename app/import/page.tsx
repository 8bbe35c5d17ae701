import type { Metadata } from 'next'
import { guardPage } from '@/app/guard.ts'
import { ImportScreen } from '@/components/import/import-screen.tsx'
import { TransferPanel } from '@/components/import/transfer-panel.tsx'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Import' }

export default async function ImportPage() {
  await guardPage()
  const last = await (await getLoupe()).work.lastImport()
  return (
    <>
      <ImportScreen last={last} />
      <TransferPanel />
    </>
  )
}
