import { categorySchema } from '../lib/memory/entry.ts'
import { PLANNERS } from '../lib/memory/question-reading.ts'
import type { RetrievalAnswer } from '../lib/memory/retrieval.ts'
import { readArguments, runScript, UsageError } from './reach/run-script.ts'

const USAGE =
  'usage: npm run retrieve -- --project P [--category Z] [--strategy S] [--limit K] [--seed N] [--repo R] [--plan rules, model] --text T [--json]'

await runScript(async (open) => {
  const { values } = readArguments(USAGE, {
    project: { type: 'string' },
    category: { type: 'string' },
    strategy: { type: 'string', default: 'subtask' },
    limit: { type: 'string', default: '10' },
    text: { type: 'string' },
    seed: { type: 'string' },
    repo: { type: 'string' },
    plan: { type: 'string' },
    json: { type: 'boolean', default: false },
  })
  const { project, text, strategy } = values
  if (project === undefined || text === undefined)
    throw new UsageError(`--project and --text are needed.\n${USAGE}`)
  const limit = Number(values.limit)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw new UsageError(`--limit is a whole number from 1 to 100.\n${USAGE}`)
  const seed = values.seed === undefined ? undefined : Number(values.seed)
  if (seed !== undefined && (!Number.isInteger(seed) || seed < 0 || seed > 0xffff_ffff))
    throw new UsageError(`--seed is a whole number below 4,294,967,296.\n${USAGE}`)
  const category =
    values.category === undefined ? undefined : categorySchema.safeParse(values.category.toUpperCase())
  if (category && !category.success)
    throw new UsageError(`--category is one of ${categorySchema.options.join(', ')}.\n${USAGE}`)
  const plan = PLANNERS.find((one) => one === values.plan)
  if (values.plan !== undefined && plan === undefined)
    throw new UsageError(`--plan is one of ${PLANNERS.join(', ')}.\n${USAGE}`)
  const loupe = await open()
  const answer = await loupe.api.retrieve({
    project,
    text,
    strategy,
    limit,
    ...(category ? { category: category.data } : {}),
    ...(seed === undefined ? {} : { seed }),
    ...(plan === undefined ? {} : { plan }),
    ...(values.repo === undefined ? {} : { repo: values.repo }),
    mode: 'task',
  })
  console.log(values.json ? JSON.stringify(answer) : sentence(answer))
  return 0
})

function sentence(answer: RetrievalAnswer): string {
  const { verdict, considered, kept, intent, hits, injected, plan, plannedBy } = answer
  const lines = [
    verdict.sentence,
    '',
    `stage 1  ${kept} of ${considered} approved entries stay, asked as ${intent.category}`,
  ]
  if (plan)
    lines.push(
      `plan     ${plan.map(({ category, description }) => `${category}: ${description.objective}`).join('\n         ')}`,
    )
  if (plannedBy?.by === 'model')
    lines.push(`by       ${plannedBy.name ?? 'a model that nobody named'}, ${plannedBy.prompt}`)
  if (plannedBy?.note) lines.push(`by       ${plannedBy.name}: ${plannedBy.note}`)
  for (const { rank, score, objective, instanceId } of hits)
    lines.push(
      `${String(rank).padStart(7)}  ${score.toFixed(6)}  ${objective} (${instanceId ?? 'no source'})`,
    )
  return [...lines, '', injected ?? 'Nothing is injected.'].join('\n')
}
