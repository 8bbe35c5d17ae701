import type { NoiseType } from '@/lib/memory/subtask.ts'

/** A piece of a lesson; `leak` says what kind of instance noise stayed in it. */
export type LessonPiece = { text: string; leak: NoiseType | null }

/** Cuts a sentence where the scan found something that should have left. Spans are in order and do not overlap. */
export function prepareLesson(
  text: string,
  leaks: { start: number; end: number; type: NoiseType }[],
): LessonPiece[] {
  const pieces: LessonPiece[] = []
  let at = 0
  for (const leak of leaks) {
    if (leak.start > at) pieces.push({ text: text.slice(at, leak.start), leak: null })
    pieces.push({
      text: leak.type === 'secret' ? '••••••••' : text.slice(leak.start, leak.end),
      leak: leak.type,
    })
    at = leak.end
  }
  if (at < text.length) pieces.push({ text: text.slice(at), leak: null })
  return pieces
}
