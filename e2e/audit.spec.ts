import { readFileSync } from 'node:fs'
import { compareRuns } from '../lib/memory/statistics/compare.ts'
import { workbenchRunSchema } from '../lib/memory/studies/ladder/workbench-file.ts'
import { pText } from '../lib/memory/text/words.ts'
import { likeliestCategory, predictCategory } from '../lib/retrieval/predict-category.ts'
import { readExperiment } from '../lib/studies/designs/experiment.ts'
import { readQuestions } from '../lib/studies/retrieval/read-questions.ts'
import { settled } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { ofThisTry } from './own-project.ts'

/** Each page of the audit says one thing that is computed elsewhere. */
const questions = readQuestions(readFileSync('prisma/sample/queries.jsonl', 'utf8'), 'queries.jsonl').filter(
  ({ category }) => category !== undefined,
)

test('the pages of the audit say what is so', async ({ page, request }) => {
  const entries = await (
    await request.get('/api/v1/entries?project=sample&limit=1&filter=service:in+lifecycle:approved')
  ).json()
  const served = entries.matchCount as number
  const ladder = workbenchRunSchema.parse(JSON.parse(readFileSync('prisma/workbench/by-stage.json', 'utf8')))
  const { a, b, size } = ladder.plan.primary
  const primary = ladder.result.paired.find((pair) => pair.a === a && pair.b === b && pair.size === size)
  const recorded = Math.abs(readExperiment(['prisma/experiment/loupe-mini'])?.primary?.gainPp ?? 0)
  const wrong = questions.filter(
    ({ text, category }) => likeliestCategory(predictCategory(text)) !== category,
  )
  const said: [string, string | RegExp][] = [
    ['/audit/density-and-gain', `${recorded.toFixed(1)} pp`],
    ['/audit/density-and-gain?show=measured', `${Math.abs(primary?.differencePp ?? 0).toFixed(1)} pp`],
    ['/audit/recurrence', `${served} approved entries`],
    ['/audit/misprediction', `wrong in ${wrong.length} of ${questions.length} questions`],
    ['/audit/raw-and-abstracted', 'labelled questions, category given'],
    ['/audit/reuse', `of ${served} entries`],
    // Beside it others bring runs in.
    ['/audit/results', /No results imported yet|over no memory|from no memory|No arm can be compared/],
    ['/audit/density-and-gain?show=paper', 'subtask memory solves 2.3 to 6.8 pp more'],
  ]
  for (const [path, words] of said)
    await test.step(path, async () => {
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}project=sample`)
      await expect(page.locator('#main header').filter({ hasText: words }).first()).toBeVisible()
    })
  await page.goto('/audit/reuse?project=sample')
  await expect(page.getByText('33.8').locator('visible=true').first()).toBeVisible()
})

const SIMULATED = ['no effect', 'helps later', 'hurts'].map((name) => `simulated: ${name}`)
const SOURCES: { label: string; chip: string; agent: RegExp; figure: RegExp; also?: RegExp }[] = [
  {
    label: 'recorded',
    chip: 'recorded',
    agent: /agent: Claude/,
    figure: /lessons in the store when the episode began/,
  },
  {
    ...{
      label: 'workbench',
      chip: 'measured',
      agent: /agent: search-v\d, a search program, not a language model/,
    },
    ...{
      figure: /ceiling: told the right mechanism: from .*control: nothing comes again/s,
      also: /top-1 \d+.%.*AUC \.?\d/,
    },
  },
  {
    label: 'paper',
    chip: 'paper',
    agent: /agent: Mini SWE Agent/,
    figure: /by hundred instances of one stream/,
  },
  ...SIMULATED.map((label) => ({
    label,
    chip: 'simulated',
    agent: /agent: none/,
    figure: /by lessons in the store/,
  })),
]

test('one source of gain at a time, each with its chip, its agent, its figure and one sentence', async ({
  page,
}) => {
  for (const room of ['density-and-gain', 'cold-start']) {
    await page.goto(`/audit/${room}?project=sample`)
    await settled(page)
    for (const { label, chip, agent, figure, also } of SOURCES)
      await test.step(`${room}, ${label}`, async () => {
        const choice = page.getByRole('button', { name: label, exact: true })
        if (label !== 'recorded') await choice.click()
        await expect(choice).toHaveAttribute('aria-pressed', 'true')
        const head = page.locator('#main header').last()
        await expect(head).toContainText(chip)
        await expect(head).toContainText(agent)
        const drawn = page.locator('figure').first()
        await expect(drawn.getByRole('group').first()).toHaveAccessibleName(
          room === 'cold-start' ? /^Net .*in stream order/ : figure,
        )
        const words = page.locator('figure ~ p, figure + p').first()
        await expect(words).toHaveText(/^(Here memory (helps|hurts)|Cannot tell whether memory helps) .*\.$/)
        expect(((await words.textContent()) ?? '').split(/\s+/).length).toBeLessThanOrEqual(25)
        if (also && room === 'density-and-gain') await expect(page.getByText(also)).toBeVisible()
      })
    await page.getByRole('button', { name: 'imported', exact: true }).click()
    // Beside it others bring runs in.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /No result of (several store sizes|a stream) is here|no memory|Cannot tell|Better|Worse/,
    )
  }
})

test('results come in, are mapped, flipped, taken out and put back; a bad file says its line', async ({
  page,
}) => {
  const outcomes = { base: [1, 0, 0, 1, 0], variant: [1, 1, 1, 0, 0] }
  const model = ofThisTry('m')
  const file = (name: keyof typeof outcomes) => ({
    name: `demo-v1.0_${model}-${name}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'instance_id,resolved,model,arm,cost',
        ...outcomes[name].map(
          (one, i) => `r__r-${i},${one},${model},${name === 'base' ? 'vanilla' : 'subtask'},0.5`,
        ),
      ].join('\n'),
    ),
  })
  const known = (name: keyof typeof outcomes) =>
    new Map(outcomes[name].map((one, i) => [`r__r-${i}`, one === 1]))
  const truth = compareRuns(known('base'), known('variant'), { seed: 1, resamples: 100 })

  await page.goto('/audit/results?project=sample')
  await settled(page)
  const chooser = page.locator('input[type=file]').first()
  await chooser.setInputFiles([
    { ...file('base'), buffer: Buffer.from('instance_id,resolved\nr__r-1,perhaps\n') },
  ])
  await expect(page.getByRole('alert').filter({ hasText: 'Line 2: "resolved" is "perhaps"' })).toBeVisible()
  await page.getByRole('button', { name: 'Leave them out' }).click()

  await chooser.setInputFiles([file('base'), file('variant')])
  await expect(page.getByText(`subtask · ${model} · demo · 1.0: 3 of 5 resolved, no steps`)).toBeVisible()
  await page.getByRole('button', { name: /^Add 2.runs$/ }).click()
  const verdict = page.locator('#two')
  await expect(verdict).toContainText(
    `over ${truth?.n} instances, subtask · ${model} · demo 1.0 against vanilla · ${model} · demo 1.0`,
  )
  await expect(verdict).toContainText(`+${truth?.gainPp.toFixed(1)} pp`)
  await expect(page.getByRole('row', { name: 'exact McNemar p' })).toContainText(pText(truth?.mcnemarP ?? 0))
  await expect(page.getByText('$0.00 for each of 1 additional solves')).toBeVisible()

  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByRole('main')).not.toContainText(`subtask · ${model}`)
})
