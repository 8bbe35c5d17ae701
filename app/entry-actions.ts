import {
  editEntryAction,
  recategoriseAction,
  restoreAction,
  retireAction,
  storeEntryAction,
  undoAction,
} from './actions.ts'

/** What a page about entries hands to its components. */
export const entryActions = {
  edit: editEntryAction,
  recategorise: recategoriseAction,
  retire: retireAction,
  restore: restoreAction,
  undo: undoAction,
  store: storeEntryAction,
}
