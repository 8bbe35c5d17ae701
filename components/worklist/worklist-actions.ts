import type { EntryActions } from '@/components/memory/entry-actions.ts'
import type { DetectorName, TriageCluster, Worklist } from '@/lib/memory/finding.ts'
import type { ActionResult, ChangeReceipt } from '@/lib/memory/views.ts'

type Asked = { projectId: string; detector: DetectorName; minScore: number | null }

export type ClusterList = { clusters: TriageCluster[]; clusterCount: number; entryCount: number }

/** What can be done on a worklist; the page hands in the server actions. */
export type WorklistActions = Pick<EntryActions, 'retire' | 'edit' | 'undo'> & {
  merge: (change: {
    survivorId: string
    entries: { entryId: string; revision: number }[]
    reason?: string
    by?: string
  }) => Promise<ActionResult<ChangeReceipt>>
  list: (
    query: Asked & { claimedBy?: string; offset: number; limit: number },
  ) => Promise<ActionResult<Worklist>>
  clusters: (query: Asked) => Promise<ActionResult<ClusterList>>
  settle: (input: {
    ids: string[]
    state: 'open' | 'dismissed'
    by: string
    reason: string | null
  }) => Promise<ActionResult<{ count: number }>>
  claim: (input: {
    projectId: string
    detector: DetectorName
    by: string
    count: number
  }) => Promise<ActionResult<{ ids: string[] }>>
  release: (input: { projectId: string; by: string }) => Promise<ActionResult<{ count: number }>>
}
