import { z } from 'zod'
import { answerRoute, type OneThing, readJsonBody } from '@/app/guard.ts'
import { capsSchema } from '@/lib/memory/distil/distil.ts'
import { getLoupe } from '@/lib/runtime.ts'

const actSchema = z.object({
  act: z.enum(['pause', 'resume', 'cancel']),
  caps: capsSchema.partial().optional(),
})

/** Pauses, resumes (with other caps) or cancels a model's work. */
export async function POST(request: Request, { params }: OneThing): Promise<Response> {
  return await answerRoute(request, async () => {
    const { id } = await params
    const act = actSchema.parse(await readJsonBody(request))
    return await (await getLoupe()).models.act({ jobId: id, ...act })
  })
}
