import { expect, it } from 'vitest'
import { UserError } from '../../memory/errors.ts'
import { readPortables } from './read-portables.ts'

const scanners = { inspect: () => ({ secrets: [], flags: [] }), secretsIn: () => [] }

it('tells the first faulty lines and counts the others: neither its words nor its place grow with the file', () => {
  const head = JSON.stringify({ loupe: 'entries', version: 1, project: 'p', exportedAt: 'now', count: 0 })
  const faultOf = (lines: number) => {
    try {
      Array.from(readPortables(`${head}\n${'1\n'.repeat(lines)}`, scanners))
    } catch (error) {
      if (error instanceof UserError) return error
      throw error
    }
    throw new Error('it was read')
  }
  const fault = faultOf(50_000)
  expect(fault.message).toMatch(/^50000 lines cannot be taken\. .* And 49980 more\.$/)
  expect(fault.place).toBe(faultOf(21).place)
})
