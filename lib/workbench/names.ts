/** The agent and its version; another way to choose is another name. */
export const AGENT = 'search-v1'

/** The same with another key of EDIT: what was expected and what came. */
export const AGENT_BY_OUTCOME = 'search-v2'

/** What stands in place of a model's name in every trajectory of the workbench. */
export const BACKBONE = `${AGENT}, a search program, not a language model`

/** Recorded as the extractor of every entry that is made of such a trajectory. */
export const WORKBENCH_EXTRACTOR = 'workbench-v1'

/** The project that opened attempts are imported into, and that every lesson of a bench belongs to. */
export const WORKBENCH_PROJECT = 'workbench'
