import { findSecretLike } from '../../extract/secret-scan.ts'
import { type Detector, faultOf, listOf, textsOf } from '../detector.ts'

export const secret: Detector = {
  name: 'secret',
  definition:
    'Holds what has the shape of a key, a token or a password, in plain text or one layer of base64 or percent-encoding deep, or a word that mixes letters, digits and signs as passwords do.',
  async find({ entries }) {
    return entries.flatMap((entry) => {
      const spans = textsOf(entry).flatMap(({ field, text }) =>
        findSecretLike(text).map(({ kind, start, end }) => ({ field, start, end, note: kind })),
      )
      return faultOf(entry, spans, `Looks like a secret: ${listOf(spans.map(({ note }) => note))}.`)
    })
  },
}
