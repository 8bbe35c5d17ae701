import { editEntryAction, mergeAction, retireAction, undoAction } from './actions.ts'
import {
  claimFindingsAction,
  listClustersAction,
  listWorklistAction,
  releaseFindingsAction,
  settleFindingsAction,
} from './finding-actions.ts'

/** What a worklist hands to its components. */
export const worklistActions = {
  edit: editEntryAction,
  merge: mergeAction,
  retire: retireAction,
  undo: undoAction,
  list: listWorklistAction,
  clusters: listClustersAction,
  settle: settleFindingsAction,
  claim: claimFindingsAction,
  release: releaseFindingsAction,
}
