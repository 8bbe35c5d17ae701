import { z } from 'zod'

/** What every order of a study begins with. */
export const orderHeadSchema = z.strictObject({
  project: z.string().min(1).max(200),
  name: z.string().trim().max(120).default('').meta({ title: 'Name', description: 'optional' }),
  by: z.string().trim().min(1).max(60).default('person').meta({ title: 'By' }),
})
