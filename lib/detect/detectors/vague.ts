import { mechanismsIn, wordsOf } from '../../extract/mechanism-lexicon.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import type { Pattern } from '../../memory/rule.ts'
import { type Detector, lessonText, listOf } from '../detector.ts'

/** Fewest different telling words of a lesson. Ours. */
const FEWEST_WORDS = 8

const CODE = /`[^`]+`/g

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
   root cause find found unknown implemented implementation remain established meet service system project requirement requirements`.split(
    /\s+/,
  ),
)

/** Words that promise something and name nothing, and how many different words there may be for one of them in a lesson that says nothing. Ours. */
export const HOLLOW: Pattern = {
  pattern:
    /\b(?:in order to|keep in mind|mindful|aware|(?:pay|close|special) attention|tak(?:e|es|en|ing) into account|depending on|as (?:needed|required|appropriate)|if (?:necessary|needed)|wherever|relevant|appropriate\w*|suitabl\w*|sensibl\w*|reasonabl\w*|adequate\w*|necessary|overall|holistic\w*|structured|systematic\w*|methodical\w*|comprehensive\w*|thorough\w*|careful\w*|diligen\w*|caution|perspectives?|aspects?|factors?|contexts?|situations?|circumstances|manner|approach\w*|strateg\w+|procedures?|several|various|certain|interplay|interact\w*|complex\w*|difficult\w*|hard|challeng\w+|importan\w*|essential\w*|crucial\w*|vital|significant\w*|best practices?|quality|clean|maintainable|robust\w*|outcomes?|meaningful|valuable|helpful|beneficial|expectations?|confidence|likelihood|deserves?|underst(?:ood|and\w*)|consider\w*|proper\w*|correct(?:ly|ness)|effective\w*|efficient\w*|optimal\w*|ideal\w*|potential\w*|possible|possibly|side effects?|not always|known to be|go(?:es)? wrong|improve\w*|success\w*|goals?)\b/gi,
  says: [
    'in order to',
    'pay close attention',
    'as needed',
    'an appropriate approach',
    'relevant aspects',
    'various factors',
    'best practices',
    'it may go wrong',
    'understood',
  ],
  not: ['sort the rows', 'the cleaner runs', 'a conditional jump', 'the prior row'],
}
const HOLLOW_ONE_IN = 7

export const vague: Detector = {
  name: 'vague',
  definition: `Says nothing to act on: no advice at all, fewer than ${FEWEST_WORDS} telling words (a piece of code counts twice), one word in ${HOLLOW_ONE_IN} hollow ("relevant aspects", "an appropriate approach"), or few telling words and neither a mechanism of the lexicon nor code in when, do and because, unless situation, advice and reason are all there.`,
  async find({ entries }) {
    return entries.flatMap((entry) => {
      const { experience } = entry
      if (experience.do.trim() === '' && experience.because.trim() === '')
        return [fault(entry.id, 'There is no advice: neither what to do nor why.', 0)]
      const words = wordsOf(lessonText(entry))
      const telling = new Set(words.filter((word) => word.length > 2 && !STOP.has(word)))
      const count = telling.size + (experience.do.match(CODE) ?? []).length
      const hollow = lessonText(entry).match(HOLLOW.pattern) ?? []
      if (count >= FEWEST_WORDS && hollow.length * HOLLOW_ONE_IN >= new Set(words).size)
        return [
          fault(entry.id, `Made of hollow words: ${listOf(hollow.map((word) => word.toLowerCase()))}.`, 0),
        ]
      const isNamed = namesSomething(experience)
      if (count >= FEWEST_WORDS && isNamed) return []
      if (count >= FEWEST_WORDS + 3) return []
      const why = isNamed
        ? `${count} telling ${count === 1 ? 'word' : 'words'}, fewer than ${FEWEST_WORDS}`
        : 'no mechanism of the lexicon and no code'
      return [fault(entry.id, `Says little to act on: ${why}.`, count)]
    })
  },
}

/** True with a mechanism or a piece of code, or with situation, advice and reason each in words of their own. */
function namesSomething({ when, do: advice, because }: MemoryEntry['experience']): boolean {
  const weight = mechanismsIn(`${when} ${advice} ${because}`).reduce(
    (sum, mechanism) => sum + mechanism.weight,
    0,
  )
  return (
    weight >= 1 ||
    `${when} ${advice} ${because}`.search(CODE) >= 0 ||
    [when, advice, because].every((part) => part.trim() !== '')
  )
}

function fault(entryId: string, sentence: string, words: number) {
  return { entryId, otherId: null, score: 1 / (1 + words), detail: { sentence, spans: [] } }
}
