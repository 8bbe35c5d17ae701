import { UserError } from '@/lib/memory/errors.ts'

/** What an address asks for and Loupe refuses comes back, to be told on the page; any other fault goes on. */
export async function orRefusal<T>(read: Promise<T>): Promise<T | UserError> {
  try {
    return await read
  } catch (error) {
    if (error instanceof UserError) return error
    throw error
  }
}
