import { z } from 'zod'

// Fields that several commands take.

export const idSchema = z.string().min(1).max(60)
export const idsSchema = z.array(idSchema).min(1).max(100_000)
export const revisionSchema = z.number().int().min(0)
export const reasonSchema = z.string().trim().max(500).optional()
export const givenReasonSchema = z.string().trim().min(1, 'Say why.').max(500)
/** A form sends the same one however often it is sent. */
export const requestIdSchema = z.string().min(8).max(60).optional()
/** Who makes a change, where the page asked for a name. */
export const signed = { by: z.string().trim().min(1).max(80).default('person') }
