import { type Detector, faultOf, spansOf, textsOf } from '../detector.ts'

export const stale: Detector = {
  name: 'stale',
  definition:
    'Names a file, command, package or symbol that is gone from the repository which the project names. Proven (score 1): a script or a path that git saw go after the day on which the lesson was written. Doubtful (0.5): anything else that is not there.',
  async find({ entries, gone = null }) {
    if (gone === null)
      return {
        unknownBecause: 'The project names no repository: bring in its notes, or map its folder on Agents.',
      }
    return entries.flatMap((entry) => {
      const names = gone.get(entry.id) ?? []
      const spans = names.flatMap(({ name, certainty }) => {
        const pattern = new RegExp(name.replace(/[^\w\s]/g, '\\$&'), 'g')
        return textsOf(entry).flatMap((one) => spansOf(one, { note: `gone, ${certainty}`, pattern }))
      })
      const isProven = names.some(({ certainty }) => certainty === 'proven')
      const said = names.map(({ name, certainty, sentence }) => `${name}: ${sentence} (${certainty})`)
      return faultOf(entry, spans, `${said.join('; ')}.`).map((fault) => ({
        ...fault,
        score: isProven ? 1 : 0.5,
      }))
    })
  },
}
