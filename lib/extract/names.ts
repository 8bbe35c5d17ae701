/** Our own ids, and digests. */
const IS_NAME = /^(?:id|\w+Ids?)$/

/** Called ids, and given by whoever sends them: any text may stand there. */
const GIVEN = new Set(['requestId', 'batchId', 'instanceId', 'instanceIds', 'episodeId', 'queryId', 'taskId'])

/** What stands under a name: `own`: an id made here; `given`: one given from outside; `text`: anything. */
export function kindOfName(name: string): 'own' | 'given' | 'text' {
  if (GIVEN.has(name)) return 'given'
  return IS_NAME.test(name) ? 'own' : 'text'
}
