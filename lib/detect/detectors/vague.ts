import { mechanismsIn, wordsOf } from '../../extract/mechanism-lexicon.ts'
import { type Detector, lessonText } from '../detector.ts'

/** Fewest different telling words of a lesson. Ours. */
const FEWEST_WORDS = 8

const STOP = new Set(
  `a an and are as at be been but by can could do does for from had has have if in into is it its may more most must not of on or our
   should so some such than that the their them then there these they this to up was we were what when where which while will with you your
   all also always any are carefully careful code correct correctly check checks sure make makes making good best better practice things thing
   properly proper work works working issue issues problem problems fix fixes fixed fixing bug bugs error errors test tests testing change changes
   changed update solution task tasks important ensure everything really very well using use used look looks looking right wrong need needs try step steps
   first before after again file files function functions review understand understanding consider handle relevant necessary appropriate quality
   approach aspect manner situation context overall result outcome perspective confidence diligence expectation expect correspond meaningful suitable
   complex complexity interplay component difficult hard understood relevant structured likelihood procedure adapt thereby increase achieve arrive lead
   goal purpose way side effect part parts place careful attention possible sensible reported behaviour known always obvious sight closer depending examined examine
   implemented implementation remain established meet service system project requirement requirements`.split(
    /\s+/,
  ),
)

export const vague: Detector = {
  name: 'vague',
  title: 'Vague or empty',
  definition: `Says nothing to act on: no advice at all, fewer than ${FEWEST_WORDS} telling words, or few and no mechanism of the lexicon in when, do and because.`,
  async find({ entries }) {
    return entries.flatMap((entry) => {
      const { experience } = entry
      if (experience.do.trim() === '' && experience.because.trim() === '')
        return [fault(entry.id, 'There is no advice: neither what to do nor why.', 0)]
      const telling = new Set(wordsOf(lessonText(entry)).filter((word) => word.length > 2 && !STOP.has(word)))
      const weight = mechanismsIn(`${experience.when} ${experience.do} ${experience.because}`).reduce(
        (sum, mechanism) => sum + mechanism.weight,
        0,
      )
      if (telling.size >= FEWEST_WORDS && weight >= 1) return []
      if (telling.size >= FEWEST_WORDS + 3) return []
      const why =
        weight < 1
          ? 'no mechanism of the lexicon'
          : `${telling.size} telling ${telling.size === 1 ? 'word' : 'words'}, fewer than ${FEWEST_WORDS}`
      return [fault(entry.id, `Says little to act on: ${why}.`, telling.size)]
    })
  },
}

function fault(entryId: string, sentence: string, words: number) {
  return { entryId, otherId: null, score: 1 / (1 + words), detail: { sentence, spans: [] } }
}
