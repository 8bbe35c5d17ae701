import { readFileSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** A name that no other try of a test uses: what the one before left behind is not met again. */
export function ofThisTry(name: string): string {
  const { retry, repeatEachIndex } = test.info()
  return `${name}-${retry}-${repeatEachIndex}`
}

/** Headers of a page of ours that sends a file. */
export const fromHere = () => ({
  origin: test.info().project.use.baseURL ?? '',
  'content-type': 'application/octet-stream',
})

type Line = { entry: Record<string, unknown> }

/**
 * Brings entries of a project, the sample if none is named, into one of the test's own, with `change` made to each line. Gives
 * back the file that was brought.
 */
export async function bringEntries(
  request: APIRequestContext,
  project: string,
  { of, change = (line) => line }: { of: string; change?: (line: Line, k: number) => object | null },
): Promise<string> {
  const text = await (await request.get(`/api/v1/entries/export?${of}`)).text()
  const [header = '', ...lines] = text.trim().split('\n')
  const changed = lines.map((line, k) => change(JSON.parse(line), k)).filter((line) => line !== null)
  const file = [{ ...JSON.parse(header), count: changed.length }, ...changed]
    .map((line) => JSON.stringify(line))
    .join('\n')
  const answer = await request.post(`/api/v1/entries/import?project=${project}`, {
    headers: fromHere(),
    data: Buffer.from(file),
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return file
}

/** Brings a run of the sample into a project, and has the sample's recording write its lessons. */
export async function bringRun(request: APIRequestContext, project: string, run: string): Promise<void> {
  const answer = await request.post(`/api/v1/trajectories?project=${project}&file=run.json&wait=1`, {
    headers: fromHere(),
    data: readFileSync(run),
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const data = { project, with: 'recorded' }
  const headers = { origin: fromHere().origin }
  const ordered = await request.post('/api/v1/distil', { headers, data })
  expect(ordered.ok(), await ordered.text()).toBe(true)
  const state = async () => (await (await request.get(`/api/v1/distil?project=${project}`)).json()).job.state
  await expect.poll(state).toBe('done')
}
