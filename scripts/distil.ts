import type { DistilStatus } from '../lib/memory/distil/distil.ts'
import { ANSWER_WAYS, type AnswerWay } from '../lib/memory/distil/distil-words.ts'
import { UserError } from '../lib/memory/errors.ts'
import { handOver } from './distil/hand-over-files.ts'
import { caps, estimateWords, statusWords } from './distil/words.ts'
import type { ReachedLoupe } from './reach/remote-loupe.ts'
import { readArguments, readGiven, runScript, UsageError } from './reach/run-script.ts'

const USAGE = `usage: npm run distil -- --project P [--with ${ANSWER_WAYS.join(', ')}] [--requests DIR] [--dry-run] [--json]
  --with        openai: the chat model behind OPENAI_BASE_URL; command: MODEL_COMMAND; recorded: a recording;
                handover: requests wait in the store for whoever answers them
  --requests    hand-over by files: writes a file for each request that waits and reads answers beside them
  --questions   FILE.jsonl of questions ({"id", "text", "category"?}) instead of runs: the plan of a whole task, or where a category
                is named how likely each is; answers are kept for retrieval with "plan": "model"
  --choose      with --questions: which of the first three lessons of each question helps, if any; for subtask-chosen
  --model       who gave those answers, to be recorded with them
  --recording   FILE.jsonl for --with recorded; without it the sample's
  --limit       at most so many runs, the oldest first; "all" for what is left, where --requests was answered before
  --spread      drawn at random, the same at every call
  --max-calls, --max-usd, --max-tokens, --day-calls, --day-usd, --day-tokens   caps; "none" takes one away; tokens are capped
                without being asked to where no price is known
  --serve       puts what the model made in service when it is through
  --export      FILE.jsonl: writes the answers that are kept as a recording, asks nobody
  --dry-run     what it would take; asks nobody, stores nothing`

const WAYS_IN = `Ways in without a key:
  MODEL_COMMAND='claude -p --no-session-persistence --tools ""'   an agent that is on this machine; others stand in docs/lessons.md
  --requests DIR                                                  a file a request, for whoever has a model
--limit 5 --spread tries five runs first.`

await runScript(async (open) => {
  const { values } = readArguments(USAGE, {
    project: { type: 'string' },
    with: { type: 'string' },
    requests: { type: 'string' },
    questions: { type: 'string' },
    choose: { type: 'boolean', default: false },
    model: { type: 'string' },
    recording: { type: 'string' },
    export: { type: 'string' },
    limit: { type: 'string' },
    spread: { type: 'boolean', default: false },
    'max-calls': { type: 'string' },
    'max-usd': { type: 'string' },
    'max-tokens': { type: 'string' },
    'day-calls': { type: 'string' },
    'day-usd': { type: 'string' },
    'day-tokens': { type: 'string' },
    serve: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  })
  const { project, requests } = values
  if (project === undefined) throw new UsageError(`--project is needed.\n${USAGE}`)
  const named = values.with === undefined ? null : readWay(values.with)
  if (requests !== undefined && named !== null && named !== 'handover')
    throw new UsageError(`--requests is hand-over; leave --with out.\n${USAGE}`)
  const limit = values.limit === 'all' ? null : readLimit(values.limit)
  const { spread } = values
  const order = { project, limit, spread, caps: caps(values, USAGE) }
  const print = (value: unknown, words: string) => console.log(values.json ? JSON.stringify(value) : words)

  const { api } = await open({ works: true })
  if (values.recording !== undefined)
    await api.giveRecording({ fileName: values.recording, text: readGiven(values.recording).toString() })
  if (values.export !== undefined) {
    const { writeRecording } = await import('./distil/hand-over-files.ts')
    const lineCount = await writeRecording(values.export, await api.recording({ project }))
    print({ file: values.export, lineCount }, `${lineCount} answers in ${values.export}`)
    return 0
  }
  const way =
    requests === undefined
      ? (named ?? firstWay(await api.distilStatus({ project }), values.recording !== undefined))
      : 'handover'
  if (values['dry-run']) {
    const estimate = await api.estimateDistil({ project, with: way, limit, spread })
    print(estimate, `${estimateWords(estimate)}${way === 'handover' ? `\n${WAYS_IN}` : ''}`)
    return 0
  }
  if (values.questions !== undefined) {
    const { haveQuestionsRead, questionWords } = await import('./distil/read-questions.ts')
    const handed = requests === undefined ? null : { folder: requests, model: values.model ?? null }
    const read = await haveQuestionsRead(
      values.questions,
      { project, with: way, limit, choose: values.choose, handed },
      api,
    )
    print(read, questionWords(read))
    return read.failed.length + (read.files?.refused.length ?? 0) > 0 ? 1 : 0
  }
  const isMore = values.limit !== undefined || !isAnswered(await api.distilStatus({ project }))
  if (requests === undefined || isMore)
    await api.orderDistil({ ...order, with: way }).catch((error) => {
      if (!(error instanceof UserError) || error.code !== 'nothing-to-distil') throw error
      console.error(error.message)
    })
  let status = await untilStill(api, project)
  const handed =
    requests === undefined
      ? null
      : await handOver(requests, values.model ?? null, project, api, () => untilStill(api, project))
  if (handed) {
    status = await api.distilStatus({ project })
    for (const { file, reason } of handed.refused) console.error(`✗ ${file}: ${reason}`)
  }
  const isThrough = status.job?.state === 'done'
  const served = values.serve && isThrough && status.counts.beside > 0
  const receipt = served ? await api.serveExtractor({ project, extractor: status.extractor }) : null
  const files = handed && { written: handed.written, read: handed.read, refused: handed.refused }
  print({ ...status, ...(files ? { files } : {}), serve: receipt }, statusWords(status, handed, receipt))
  if (handed) return handed.refused.length > 0 ? 1 : 0
  return isThrough || status.job?.state === 'held' ? 0 : 1
})

/** A hand-over that is through: called once more it asks for nothing new, or an answered part would order the rest. */
function isAnswered({ job }: DistilStatus): boolean {
  return (
    job?.with === 'handover' && (job.state === 'done' || job.state === 'failed' || job.state === 'cancelled')
  )
}

/** Waits until the job of a project is neither waiting nor running; says how far it is where a person looks. */
async function untilStill(api: ReachedLoupe['api'], project: string): Promise<DistilStatus> {
  for (let said = -1; ; ) {
    const status = await api.distilStatus({ project })
    const { job } = status
    if (!job || (job.state !== 'waiting' && job.state !== 'running')) return status
    const done = job.doneCount + job.failedCount
    if (process.stderr.isTTY && done !== said) process.stderr.write(`\r${done} of ${job.totalCount} runs`)
    said = done
    await new Promise((later) => setTimeout(later, 200))
  }
}

function readWay(text: string): AnswerWay {
  const way = ANSWER_WAYS.find((one) => one === text)
  if (way) return way
  throw new UsageError(`--with is one of ${ANSWER_WAYS.join(', ')}.\n${USAGE}`)
}

/** Without a word: what is set up, else hand-over. The sample's recording is always at hand and knows no other project. */
function firstWay({ ways, project }: DistilStatus, isGiven: boolean): AnswerWay {
  const found = ways.find(
    ({ way, what, fault }) =>
      way !== 'handover' &&
      (way !== 'recorded' || isGiven || project === 'sample') &&
      what !== null &&
      fault === null,
  )
  return found?.way ?? 'handover'
}

function readLimit(text: string | undefined): number | null {
  if (text === undefined) return null
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1) return limit
  throw new UsageError(`--limit is a whole number of at least 1, or all.\n${USAGE}`)
}
