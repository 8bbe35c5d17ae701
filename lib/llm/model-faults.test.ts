import { expect, it } from 'vitest'
import { UserError } from '../memory/errors.ts'
import { addressFault, isPassingStatus } from './openai/openai-faults.ts'
import { halted, isOfTheWay, noAnswer, refusing, unreachable } from './retry.ts'

it.each([
  { fault: unreachable('It', 'is silent', 'Wait.'), code: 'model-unreachable', status: 503, ofTheWay: true },
  { fault: refusing('It', 'says no', 'Ask.'), code: 'model-refused', status: 502, ofTheWay: true },
  { fault: halted(), code: 'job-halted', status: 503, ofTheWay: true },
  { fault: noAnswer('answer-unfit', 'No.', 'Ask.'), code: 'answer-unfit', status: 422, ofTheWay: false },
  { fault: noAnswer('not-recorded', 'No.', 'Ask.'), code: 'not-recorded', status: 422, ofTheWay: false },
])('$code is a matter of the way to the model: $ofTheWay', ({ fault, code, status, ofTheWay }) => {
  expect(fault).toMatchObject({ code, status, hint: expect.stringMatching(/\w/) })
  expect(isOfTheWay(fault)).toBe(ofTheWay)
})

it.each(['cap-reached', 'bad-server-address'])('%s stops all requests, not only this one', (code) => {
  expect(isOfTheWay(new UserError(code, 'No.', { hint: 'Ask.' }))).toBe(true)
})

it('a fault of our own is never a matter of the way, whatever it is called', () => {
  const named = Object.assign(new Error('model-unreachable'), { code: 'model-unreachable' })
  expect([named, null, undefined, 'model-unreachable'].map(isOfTheWay)).toEqual([false, false, false, false])
})

it.each([
  [408, true],
  [409, true],
  [429, true],
  [500, true],
  [503, true],
  [599, true],
  [400, false],
  [401, false],
  [404, false],
  [422, false],
  [499, false],
  [200, false],
  [undefined, false],
])('status %s may pass: %s', (status, passes) => {
  expect(isPassingStatus(status)).toBe(passes)
})

it('a refused address is found however deep a client wrapped it, and no other fault is taken for one', () => {
  const refusal = new UserError('bad-server-address', 'No.', { hint: 'Ask.' })
  const wrapped = new Error('connection', { cause: new Error('socket', { cause: refusal }) })
  expect(addressFault(wrapped)).toBe(refusal)
  expect(addressFault(new Error('connection', { cause: new Error('socket') }))).toBeNull()
  expect(addressFault('a text')).toBeNull()
})
