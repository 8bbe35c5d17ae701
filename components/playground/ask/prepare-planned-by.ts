import { formatCount } from '@/components/ui/format.ts'
import type { PlannedBy, QuestionStanding } from '@/lib/memory/question-reading.ts'

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six']

/** How many intents, who made them, and where they begin: `four intents by rules-v1, ANALYZE first`. */
export function planWords(plan: readonly { category: string }[], by: PlannedBy | null): string {
  const count = `${NUMBERS[plan.length] ?? plan.length} ${plan.length === 1 ? 'intent' : 'intents'}`
  return `${count} by ${nameOf(by)}, ${plan[0]?.category} first`
}

/** Who read a question, as far as it is known. */
export function nameOf(by: PlannedBy | null): string {
  if (by === null || by.by === 'rules') return by?.name ?? 'rules'
  return by.name ?? 'a model that nobody named'
}

const WAY: Record<string, string> = {
  openai: 'through a server',
  command: 'through a command',
  handover: 'by hand-over',
  recorded: 'recorded',
}

/** Which way it came, by which prompt, and what it took; what nobody counted is left out. */
export function readingWords(by: PlannedBy, took: QuestionStanding['took']): string {
  const parts = [WAY[by.provider ?? ''] ?? by.provider, by.prompt]
  if (took && took.inputTokens !== null && took.outputTokens !== null)
    parts.push(`${formatCount(took.inputTokens)} + ${formatCount(took.outputTokens)} tokens`)
  if (took && took.costUsd !== null && by.provider !== 'recorded') parts.push(usd(took.costUsd))
  return parts.filter(Boolean).join(', ')
}

/** What one call would take, before it is made. */
export function offerWords({ inputTokens, outputTokens, priceUsd }: QuestionStanding): string {
  const tokens = `some ${formatCount(inputTokens)} + ${formatCount(outputTokens)} tokens`
  return `One call, ${tokens}, ${priceUsd === null ? 'price unknown' : usd(priceUsd)}; kept, and never asked again. Secrets are masked first.`
}

function usd(value: number): string {
  return value === 0 ? 'free' : `$${value.toFixed(value < 0.01 ? 5 : 2)}`
}
