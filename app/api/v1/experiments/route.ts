import { answerRoute, readJsonBody, readNamed } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** Every run, and each arm against its twins; with `base` and `variant` those two side by side. Reads only. */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const { base, variant } = readNamed(request, ['base', 'variant'])
    const { experiments } = await getLoupe()
    return base && variant ? await experiments.two({ base, variant }) : await experiments.report()
  })
}

/** Stores the runs of a set of files that was sent to `experiments/files`. */
export async function POST(request: Request): Promise<Response> {
  return await answerRoute(
    request,
    async () => await (await getLoupe()).run('addRuns', await readJsonBody(request, 1_048_576)),
  )
}
