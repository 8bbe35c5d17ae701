import type { EntryActions, EntryPageActions } from '@/components/memory/entry-actions.ts'
import type { DetectorName } from '@/lib/memory/finding.ts'
import type { ActionResult, ChangeReceipt } from '@/lib/memory/views.ts'
import type { DismissedList, TriageCluster, WaitingList, Worklist } from '@/lib/memory/worklist.ts'

type Asked = { projectId: string; detector: DetectorName; minScore: number | null }

export type ClusterList = { clusters: TriageCluster[]; clusterCount: number; entryCount: number }

/** What every list of triage does to entries; the page hands in the server actions. */
export type TriageActions = Pick<EntryActions, 'retire' | 'edit' | 'undo'>

/** What can be done about findings. */
export type WorklistActions = TriageActions &
  Pick<EntryPageActions, 'merge' | 'impact'> & {
    list: (
      query: Asked & { claimedBy?: string; offset: number; limit: number },
    ) => Promise<ActionResult<Worklist>>
    clusters: (query: Asked) => Promise<ActionResult<ClusterList>>
    dismissed: (
      query: Omit<Asked, 'minScore'> & { offset: number; limit: number },
    ) => Promise<ActionResult<DismissedList>>
    settle: (input: {
      projectId: string
      ids: string[]
      state: 'open' | 'dismissed'
      by: string
      reason: string | null
    }) => Promise<ActionResult<{ count: number }>>
    claim: (input: Asked & { by: string; count: number }) => Promise<ActionResult<{ ids: string[] }>>
    release: (input: { projectId: string; by: string }) => Promise<ActionResult<{ count: number }>>
  }

/** What can be done to entries that wait for a person. */
export type WaitingActions = TriageActions & {
  review: (change: {
    entryIds: string[]
    approve: boolean
    by: string
  }) => Promise<ActionResult<ChangeReceipt>>
  list: (query: {
    projectId: string
    claimedBy?: string
    limit: number
  }) => Promise<ActionResult<WaitingList>>
  claim: (input: { projectId: string; by: string; count: number }) => Promise<ActionResult<{ ids: string[] }>>
  release: (input: { projectId: string; by: string }) => Promise<ActionResult<{ count: number }>>
}
