import { z } from 'zod'

/** Where a number comes from; the same six words on every screen. */
export const sourceSchema = z.enum(['paper', 'imported', 'measured', 'simulated', 'written', 'recorded'])
export type Source = z.infer<typeof sourceSchema>
