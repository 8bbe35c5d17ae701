import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { UserError } from '../lib/memory/errors.ts'
import { BLIND_VERDICTS, BLIND_WHERE, type BlindView } from '../lib/memory/findings/blind.ts'
import { readJsonLines } from '../lib/memory/text/json-lines.ts'
import { pairWords, shareWords } from './blind/words.ts'
import { readArguments, runScript, UsageError } from './reach/run-script.ts'

const USAGE = `usage: npm run blind -- --project P --makers A,B [--size 30] [--where each|any] [--seed N] --by NAME --pile FILE.json
       npm run blind -- --reading ID [--verdicts FILE.jsonl --by NAME] [--json]
  --makers      extractors, e.g. rules-v2,model-v1
  --where       each: stages for which each wrote something; any: for which any did
  --pile        writes what was drawn, shuffled, each with its stage of the run and without who made it
  --verdicts    lines of {"place": 0, "verdict": "${BLIND_VERDICTS.join('", "')}"}; then the figures
  --by          whose verdicts they are`

const lineSchema = z.object({ place: z.number().int().min(0), verdict: z.enum(BLIND_VERDICTS) })

await runScript(async (open) => {
  const { values } = readArguments(USAGE, {
    project: { type: 'string' },
    makers: { type: 'string' },
    size: { type: 'string', default: '30' },
    where: { type: 'string', default: 'each' },
    seed: { type: 'string' },
    by: { type: 'string' },
    pile: { type: 'string' },
    reading: { type: 'string' },
    verdicts: { type: 'string' },
    json: { type: 'boolean', default: false },
  })
  const { by = '', reading, pile, verdicts: from } = values
  if (by === '' && (reading === undefined || from !== undefined)) throw new UsageError(`Who reads?\n${USAGE}`)
  const verdicts = from === undefined ? null : readVerdicts(from)
  const { api } = await open()

  if (reading !== undefined) {
    const view = verdicts
      ? await api.judgeBlind({ id: reading, by, verdicts })
      : await api.findBlind({ id: reading })
    if (!view)
      throw new UserError('no-such-reading', `There is no reading ${reading}.`, { hint: 'Draw one first.' })
    console.log(values.json ? JSON.stringify(view) : figures(view))
    return 0
  }
  const where = BLIND_WHERE.find((one) => one === values.where)
  const [size, seed] = [Number(values.size), values.seed === undefined ? undefined : Number(values.seed)]
  if (!values.project || !values.makers || !pile || !where) throw new UsageError(USAGE)
  const { project } = values
  const draw = {
    ...{ project, makers: values.makers.split(','), where, size, by },
    ...(seed === undefined ? {} : { seed }),
  }
  const { id } = await api.drawBlind(draw)
  const view = await api.findBlind({ id })
  const items = []
  for (const item of view?.items ?? [])
    items.push({ ...item, stage: (await api.blindStage({ id, place: item.place })).text })
  writeFileSync(pile, `${JSON.stringify({ reading: id, items }, null, 1)}\n`)
  console.log(
    `reading ${id}: ${items.length} entries of ${view?.subtaskCount} stages (of ${view?.population}) in ${pile}, seed ${view?.seed}`,
  )
  return 0
})

function readVerdicts(path: string): z.infer<typeof lineSchema>[] {
  return readJsonLines(
    readFileSync(path, 'utf8'),
    lineSchema,
    ({ line }) => new UserError('bad-verdicts', `${path}, line ${line} is no verdict.`, { hint: USAGE }),
  )
}

function figures({ items, verdicts, revealed, subtaskCount }: BlindView): string {
  const judged = new Set(verdicts.map(({ place }) => place)).size
  const head = `${judged} of ${items.length} entries of ${subtaskCount} stages are read`
  if (!revealed) return `${head}; who made them is said when all are.`
  const { makers, pairs } = revealed.report
  return [
    head,
    ...makers.flatMap(({ maker, entryCount, unsureCount, good, middling, junk }) => [
      `${maker}: ${entryCount} entries${unsureCount > 0 ? `, ${unsureCount} unsure` : ''}`,
      ...Object.entries({ good, middling, junk }).map(
        ([name, share]) => `  ${name.padEnd(9)} ${shareWords(share)}`,
      ),
    ]),
    ...pairs.flatMap(pairWords),
  ].join('\n')
}
