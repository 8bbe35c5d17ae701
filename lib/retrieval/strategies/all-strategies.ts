import { UserError } from '../../memory/errors.ts'
import { bm25 } from './bm25.ts'

import { constrained } from './constrained.ts'
import { dualLayer } from './dual-layer.ts'
import { globalCosine } from './global.ts'
import { hybrid } from './hybrid.ts'
import { instance } from './instance.ts'
import { instanceItems } from './instance-items.ts'
import { none } from './none.ts'
import { random } from './random.ts'
import { raw } from './raw.ts'
import { soft } from './soft.ts'
import type { Strategy } from './strategy.ts'
import { streamOfMemory } from './stream-of-memory.ts'
import { subtask } from './subtask.ts'
import { subtaskByModel } from './subtask-by-model.ts'
import { subtaskChosen } from './subtask-chosen.ts'
import { subtaskPredicted } from './subtask-predicted.ts'
import { tfidf } from './tfidf.ts'

/** Every way to retrieve, in the order Compare lists them. A new one is a new file and a line here. */
export const STRATEGIES: readonly Strategy[] = [
  subtask,
  subtaskPredicted,
  subtaskByModel,
  subtaskChosen,
  globalCosine,
  instance,
  instanceItems,
  raw,
  soft,
  hybrid,
  tfidf,
  bm25,
  random,
  none,
  dualLayer,
  streamOfMemory,
  constrained,
]

/** The strategy of that name. Throws a UserError that lists the names there are. */
export function getStrategy(name: string): Strategy {
  const strategy = STRATEGIES.find((one) => one.name === name)
  if (strategy) return strategy
  throw new UserError('unknown-strategy', `There is no strategy "${name.slice(0, 40)}".`, {
    hint: `Choose one of ${STRATEGIES.map((one) => one.name).join(', ')}.`,
    place: 'strategy',
  })
}
