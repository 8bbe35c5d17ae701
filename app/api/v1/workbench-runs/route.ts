import { answerRoute, readJsonBody } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

const MOST_CHARACTERS = 10_000

/** Worlds there are, and runs: ordered ones, newest first, then those that came with the product. */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const { workbench } = await getLoupe()
    return { worlds: workbench.worlds(), runs: await workbench.list() }
  })
}

/** Freezes a plan and orders its run. Gives its id at once. */
export async function POST(request: Request): Promise<Response> {
  return await answerRoute(
    request,
    async () => await (await getLoupe()).run('orderWorkbench', await readJsonBody(request, MOST_CHARACTERS)),
  )
}
