import type { Trajectory } from '../../memory/trajectory.ts'
import { scanLeaks } from '../leak-scan.ts'
import { localNamesOf } from '../local-names.ts'
import type { InstanceAnswer, SegmentAnswer } from './answers.ts'

/** What is wrong with the items that a model would keep of a whole run; empty when nothing is. */
export function faultsOfItems({ items }: InstanceAnswer, trajectory: Trajectory): string[] {
  const { own } = localNamesOf(trajectory)
  return items.flatMap((item, i) =>
    (['title', 'description', 'content'] as const).flatMap((part) =>
      scanLeaks(item[part], own).map(
        ({ type, text }) =>
          `item ${i + 1}, ${part} holds "${text}", which looks like a ${type} of this instance`,
      ),
    ),
  )
}

/** What is wrong with a model's stages: they must cover every step once, in order. Empty when nothing is. */
export function faultsOfStages({ stages }: SegmentAnswer, stepCount: number): string[] {
  const faults: string[] = []
  let next = 1
  for (const { from, to } of stages) {
    if (from !== next || to < from)
      faults.push(`a stage of steps ${from} to ${to} where step ${next} is next`)
    next = to + 1
  }
  if (next !== stepCount + 1) faults.push(`the stages end at step ${next - 1} of ${stepCount}`)
  return faults
}
