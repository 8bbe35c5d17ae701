'use server'

import { getLoupe } from '@/lib/loupe.ts'
import type { OperationName } from '@/lib/memory/operation.ts'
import type { ActionResult } from '@/lib/memory/views/curation.ts'
import { answerAction } from './guard.ts'

/**
 * The one server action: a command by its name, with its input. Each call is guarded; the name is looked up in the list and the
 * input parsed by the command's own schema (lib/commands). Pages get it typed, see components/ui/commands.tsx.
 */
export async function commandAction(name: OperationName, input: unknown): Promise<ActionResult<unknown>> {
  return await answerAction(async (caller) => await (await getLoupe()).run(name, input, caller))
}
