import type { Metadata } from 'next'
import { entryActions } from '@/app/entry-actions.ts'
import { guardPage } from '@/app/guard.ts'
import { TransferPanel } from '@/components/transfer/transfer-panel.tsx'
import { ImportDesk } from '@/components/work/import-desk.tsx'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Import' }

export default async function ImportPage() {
  await guardPage()
  const last = await (await getLoupe()).lastImport()
  return (
    <>
      <ImportDesk actions={entryActions} last={last} />
      <TransferPanel undo={entryActions.undo} />
    </>
  )
}
