import { answerRoute, readNamed } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** Every figure of the audit for a project, without the lists under them. Reads only. */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const project = readNamed(request, ['project']).project ?? ''
    return await (await getLoupe()).api.auditFigures({ project })
  })
}
