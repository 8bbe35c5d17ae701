import { formatCount, plural } from '@/components/ui/format.ts'
import type { ProjectYield } from '@/lib/memory/views/project-yield.ts'

/** "41 stages found, 3 with a lesson." */
export function yieldSentence({ stageCount, lessonCount }: ProjectYield): string {
  const lessons = lessonCount === 0 ? 'no lesson yet' : `${formatCount(lessonCount)} with a lesson`
  return `${plural(stageCount, 'stage')} found, ${lessons}.`
}
