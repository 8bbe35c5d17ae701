import {
  editEntryAction,
  impactAction,
  mergeAction,
  retireAction,
  reviewAction,
  undoAction,
} from './actions.ts'
import {
  claimFindingsAction,
  claimWaitingAction,
  listClustersAction,
  listDismissedAction,
  listWaitingAction,
  listWorklistAction,
  releaseFindingsAction,
  releaseWaitingAction,
  settleFindingsAction,
} from './finding-actions.ts'

const changes = { edit: editEntryAction, retire: retireAction, undo: undoAction }

/** What a worklist hands to its components. */
export const worklistActions = {
  ...changes,
  merge: mergeAction,
  impact: impactAction,
  list: listWorklistAction,
  clusters: listClustersAction,
  dismissed: listDismissedAction,
  settle: settleFindingsAction,
  claim: claimFindingsAction,
  release: releaseFindingsAction,
}

/** What the list of those that wait hands to its components. */
export const waitingActions = {
  ...changes,
  review: reviewAction,
  list: listWaitingAction,
  claim: claimWaitingAction,
  release: releaseWaitingAction,
}
