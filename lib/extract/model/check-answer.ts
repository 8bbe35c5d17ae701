import { EXPERIENCE_PARTS, type ExperiencePart, experienceWordCount } from '../../memory/experience.ts'
import type { Citation, Description, Experience, Kind } from '../../memory/subtask.ts'
import { scanLeaks } from '../leak-scan.ts'
import type { DistilAnswer, JudgeAnswer, Verdict } from './answers.ts'
import { findQuote } from './find-quote.ts'
import type { StageToRead } from './requests.ts'

/** Longest texts of an answer, words. Ours; the prompts name them. */
const MAX_WORDS = { experience: 110, objective: 25, title: 10 } as const
const KEYWORDS = { least: 3, most: 6 } as const

/** A distilled stage in the store's own terms. */
export interface Checked {
  description: Description
  experience: Experience
  citations: Citation[]
}

const KIND: Record<Verdict, Kind> = { correct: 'pattern', incorrect: 'avoid', undetermined: 'undetermined' }

/** What an answer becomes, or what is wrong with it in sentences that a model can act on. `own`: the package under repair. */
export function checkAnswer(
  answer: DistilAnswer,
  verdict: Verdict,
  stage: StageToRead,
  own: string | null,
): { checked: Checked } | { faults: string[] } {
  const { citations, missing } = checkCites(answer, stage)
  const faults = [...faultsOfForm(answer), ...faultsOfLeaks(answer, own), ...missing]
  if (faults.length > 0) return { faults }
  return {
    checked: {
      description: {
        objective: answer.objective.trim(),
        keywords: answer.keywords.map((word) => word.trim().toLowerCase()),
      },
      experience: {
        title: answer.title.trim(),
        kind: KIND[verdict],
        when: answer.when.trim(),
        do: answer.do.trim(),
        because: answer.because.trim(),
        check: answer.check.trim(),
      },
      citations,
    },
  }
}

/** What is wrong with a verdict: the words it rests on must stand in the stage. */
export function faultsOfVerdict({ verdict, step, quote }: JudgeAnswer, { trajectory, segment }: StageToRead) {
  if (verdict === 'undetermined') return []
  if (step < segment.fromStep || step > segment.toStep)
    return [`step ${step} is outside the stage; name the step of this stage that decides`]
  const cited = trajectory.steps.find(({ n }) => n === step)
  return cited && findQuote(cited, quote) ? [] : [quoteFault(step, quote)]
}

function faultsOfForm(answer: DistilAnswer): string[] {
  const faults: string[] = []
  for (const part of ['objective', 'title', 'when', 'do', 'because'] as const)
    if (answer[part].trim() === '') faults.push(`${part} is empty`)
  const words = (text: string) => text.trim().split(/\s+/).length
  const all = experienceWordCount(answer)
  if (all > MAX_WORDS.experience)
    faults.push(
      `title, when, do, because and check have ${all} words together; at most ${MAX_WORDS.experience}`,
    )
  for (const part of ['objective', 'title'] as const)
    if (words(answer[part]) > MAX_WORDS[part])
      faults.push(`${part} has ${words(answer[part])} words; at most ${MAX_WORDS[part]}`)
  const { length } = answer.keywords.filter((word) => word.trim() !== '')
  if (length < KEYWORDS.least || length > KEYWORDS.most || length < answer.keywords.length)
    faults.push(`there are ${length} keywords; ${KEYWORDS.least} to ${KEYWORDS.most} are asked for`)
  return faults
}

function faultsOfLeaks(answer: DistilAnswer, own: string | null): string[] {
  const texts = { ...answer, keywords: answer.keywords.join(', ') }
  return (['objective', 'keywords', 'title', ...EXPERIENCE_PARTS] as const).flatMap((part) =>
    scanLeaks(texts[part], own).map(
      ({ type, text }) => `${part} holds "${text}", which looks like a ${LOCAL_NAME[type]} of this instance`,
    ),
  )
}

const LOCAL_NAME = {
  path: 'path or file name',
  line: 'line number',
  identifier: 'name from the code',
  instance: 'task id',
  secret: 'secret',
  url: 'web address',
  number: 'number',
} as const

function checkCites({ cites, ...texts }: DistilAnswer, { trajectory, segment }: StageToRead) {
  const citations: Citation[] = []
  const missing: string[] = []
  for (const { part, step, quote } of cites) {
    const cited = step <= segment.toStep ? trajectory.steps.find(({ n }) => n === step) : undefined
    const span = cited && findQuote(cited, quote)
    if (span) citations.push({ part, span })
    else missing.push(quoteFault(step, quote))
  }
  const isCited = (part: ExperiencePart) => citations.some((one) => one.part === part)
  for (const part of EXPERIENCE_PARTS)
    if (texts[part].trim() !== '' && !isCited(part))
      missing.push(`${part} has no citation that stands in the steps`)
  return { citations, missing }
}

function quoteFault(step: number, quote: string): string {
  return `"${quote}" does not stand word for word in step ${step}`
}
