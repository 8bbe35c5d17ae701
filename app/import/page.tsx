import type { Metadata } from 'next'
import { entryActions } from '@/app/entry-actions.ts'
import { guardPage } from '@/app/guard.ts'
import { TransferPanel } from '@/components/transfer/transfer-panel.tsx'
import { ImportDesk } from '@/components/work/import-desk.tsx'
import { findLastImport } from '@/components/work/prepare-jobs.ts'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Import' }

/** As many as the page asks for again. */
const JOBS_LOOKED_THROUGH = 200

export default async function ImportPage() {
  await guardPage()
  const loupe = await getLoupe()
  return (
    <>
      <ImportDesk actions={entryActions} last={findLastImport(await loupe.listJobs(JOBS_LOOKED_THROUGH))} />
      <TransferPanel undo={entryActions.undo} />
    </>
  )
}
