import { z } from 'zod'

const partSchema = z.object({ type: z.string().nullish(), text: z.string().nullish() })

/** What a chat message holds: text, nothing, or a list of parts. */
export const contentSchema = z.union([z.string(), z.null(), z.array(z.union([z.string(), partSchema]))])
export type Content = z.infer<typeof contentSchema>

/** The text of a message; parts that are not text become `[image]` and the like, so that nothing vanishes unseen. */
export function contentText(content: Content | undefined): string {
  if (content === null || content === undefined) return ''
  if (typeof content === 'string') return content
  return content
    .map((part) => (typeof part === 'string' ? part : (part.text ?? `[${part.type ?? 'part'}]`)))
    .join('\n')
}
