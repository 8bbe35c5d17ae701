import { UserError } from '../../memory/errors.ts'
import type { Design } from '../study.ts'
import { retrieval } from './retrieval.ts'
import { stream } from './stream.ts'

/** Every way to measure: a file here and a line. */
export const DESIGNS: readonly Design[] = [retrieval, stream]

/** A design by its name. Throws UserError `unknown-design`. */
export function getDesign(name: string): Design {
  const design = DESIGNS.find((one) => one.name === name)
  if (design) return design
  throw new UserError('unknown-design', `There is no study design "${name.slice(0, 40)}".`, {
    hint: `There are: ${DESIGNS.map((one) => one.name).join(', ')}.`,
    place: 'design',
  })
}
