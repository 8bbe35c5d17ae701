import { expect, it } from 'vitest'
import type { Ending, Message } from '../../agent/run-episode.ts'
import { asRunFile, historyOf, type RunFile } from '../../agent/trajectory-file.ts'
import { readTrajectories } from '../../ingest/ingest-file.ts'

const memory = {
  asked: { intent: null, task: 'A cent is lost.', seed: 1 },
  given: {
    text: '<memory id="lesson-1">\nDo it.\n</memory>',
    entries: ['lesson-1'],
    strategy: 'subtask',
    score: 0.5,
  },
}
const output = (text: string) => `<returncode>0</returncode>\n<output>\n${text}\n</output>`
const history: Message[] = [
  { role: 'system', content: 'You repair.' },
  { role: 'user', content: '<task>\nA cent is lost.\n</task>\n\nTurn 1 of 4.' },
  { role: 'assistant', content: 'I look.\n```bash\nls\n```', extra: { cost: null } },
  {
    role: 'user',
    content: `${output('a')}\n\n${memory.given.text}`,
    extra: { returncode: 0, raw_output: 'a', memory },
  },
  { role: 'assistant', content: 'No block.', extra: { cost: null } },
  { role: 'user', content: 'There is no block.', extra: { interrupt_type: 'FormatError' } },
  { role: 'assistant', content: '```bash\necho SUBMIT\n```', extra: { cost: null } },
  {
    role: 'user',
    content: output('Verdict: not resolved. refused'),
    extra: { returncode: 1, raw_output: 'refused' },
  },
]
const ending: Ending = { exitStatus: 'Submitted', isResolved: false, reason: 'refused' }

it('a run that is saved is read back without loss, and by the importer as any other run', () => {
  const names = { instanceId: 'cents-1', arm: 'subtask', seed: 1, model: 'm', submission: null }
  const text = JSON.stringify(asRunFile({ ...names, history, ending }))
  expect(historyOf(JSON.parse(text) as RunFile)).toEqual(history)
  const [run] = readTrajectories(Buffer.from(text), 'a.traj.json').trajectories
  expect(run).toMatchObject({
    instanceId: 'cents-1',
    task: { text: 'A cent is lost.' },
    exitStatus: 'Submitted',
    backbone: 'm',
  })
  expect(run?.steps.map(({ actions }) => actions.map((action) => action.text))).toEqual([
    ['ls'],
    [],
    ['echo SUBMIT'],
  ])
  expect(run?.steps[2]?.observations[0]?.text).toBe('Verdict: not resolved. refused')
})
