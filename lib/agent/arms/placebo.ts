import type { Arm, Given } from './arm.ts'
import { subtask } from './subtask.ts'

/** True, harmless and of no use to a repair. */
const FILLER =
  'Rivers carry sand from the hills to the sea, and where the water slows the sand settles and makes a bar. Boats that know the bar pass beside it at high water. Gulls rest on it in the evening, and in spring the flood moves it some way down the shore. '

/** As subtask, but the words of the lesson give way to as many characters that say nothing. */
export const placebo: Arm = {
  ...subtask,
  name: 'placebo',
  what: 'as subtask, text of the same length that says nothing',
  instead: (given) => given && fill(given),
}

function fill(given: Given): Given {
  const [head = '', ...rest] = given.text.split('\n')
  const foot = rest.pop() ?? ''
  const room = Math.max(0, given.text.length - head.length - foot.length - 2)
  const body = FILLER.repeat(Math.ceil(room / FILLER.length)).slice(0, room)
  return { ...given, text: [head, body, foot].join('\n'), entries: [] }
}
