import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { checkLayout, placeOf } from './check-layout.ts'
import { contentSchema, contentText } from './message-text.ts'
import { hasAll, hasAny, isObject, listAt } from './shape.ts'

const schema = z.object({ steps: z.array(z.object({ action: z.string(), cost: z.number().nullish() })) })
const locate = ([, index, ...rest]: PropertyKey[]) => ({
  step: typeof index === 'number' ? index + 1 : null,
  field: rest.join('.') || 'steps',
})
const check = (value: unknown, record: number | null = null) =>
  checkLayout(schema, value, { fileName: 'run.traj', record }, 'made-up', locate)

describe('a value checked against its layout', () => {
  it('comes out as the schema reads it, without what the schema does not know', () => {
    expect(check({ steps: [{ action: 'ls', more: 1 }], other: true })).toEqual({ steps: [{ action: 'ls' }] })
  })

  it.each<[string, unknown, string, string]>([
    [
      'a missing member',
      { steps: [{ action: 'a' }, {}] },
      'step 2: "action" is missing',
      'run.traj · step 2 · action',
    ],
    [
      'a member that is null',
      { steps: [{ action: null }] },
      'step 1: "action" has another type than the layout has',
      'run.traj · step 1 · action',
    ],
    [
      'a member of another type',
      { steps: [{ action: 'a', cost: '1' }] },
      'step 1: "cost" has another type than the layout has',
      'run.traj · step 1 · cost',
    ],
    [
      'the first of two',
      { steps: [{ action: 1 }, {}] },
      'step 1: "action" has another type than the layout has',
      'run.traj · step 1 · action',
    ],
    ['a missing list', {}, '"steps" is missing', 'run.traj · steps'],
    ['no object at all', [], '"steps" has another type than the layout has', 'run.traj · steps'],
    ['nothing', null, '"steps" has another type than the layout has', 'run.traj · steps'],
  ])('names %s by file, step and field', (_, value, message, place) => {
    expect(() => check(value)).toThrow(
      expect.objectContaining({
        code: 'wrong-layout',
        message,
        place,
        hint: expect.stringContaining('looks like made-up'),
      }),
    )
  })

  it('names the record of a file of many', () => {
    expect(() => check({}, 12)).toThrow(expect.objectContaining({ place: 'run.traj · record 12 · steps' }))
    expect(placeOf({ fileName: 'a', record: 1 }, { step: 2, field: 'x' })).toBe('a · record 1 · step 2 · x')
    expect(placeOf({ fileName: 'a', record: null }, { step: null, field: 'x' })).toBe('a · x')
  })
})

describe('shapes before any schema', () => {
  it.each<[unknown, boolean]>([
    [{}, true],
    [{ a: 1 }, true],
    [Object.create(null), true],
    [[], false],
    [null, false],
    [undefined, false],
    ['{}', false],
    [7, false],
  ])('%o is an object: %s', (value, is) => {
    expect(isObject(value)).toBe(is)
  })

  it('members count where they are the value’s own, whatever they hold', () => {
    expect(hasAll({ a: undefined, b: null }, 'a', 'b')).toBe(true)
    expect(hasAll({ a: 1 }, 'a', 'b')).toBe(false)
    expect(hasAll({}, 'toString')).toBe(false)
    expect(hasAll({})).toBe(true)
    expect(hasAny({ b: 0 }, 'a', 'b')).toBe(true)
    expect(hasAny({ c: 0 }, 'a', 'constructor')).toBe(false)
    expect(hasAny({})).toBe(false)
    expect(hasAny(['a'], '0')).toBe(false)
    expect(hasAll(null, 'a')).toBe(false)
  })

  it('a member that is no list is an empty one', () => {
    expect([
      listAt({ a: [1] }, 'a'),
      listAt({ a: 'x' }, 'a'),
      listAt({}, 'a'),
      listAt(['x'], '0'),
      listAt(null, 'a'),
    ]).toEqual([[1], [], [], [], []])
  })
})

describe('what a chat message holds', () => {
  it.each<[unknown, string]>([
    ['text', 'text'],
    ['', ''],
    [null, ''],
    [undefined, ''],
    [[], ''],
    [['a', 'b'], 'a\nb'],
    [[{ type: 'text', text: 'a' }, { type: 'image_url' }, { type: null }], 'a\n[image_url]\n[part]'],
    [[{ text: '' }], ''],
    [[{ type: 'text', text: null }], '[text]'],
  ])('%o is the text %o', (content, text) => {
    expect(contentText(contentSchema.optional().parse(content))).toBe(text)
  })

  it.each([[7], [{ text: 'a' }], [[7]], [[{ text: 7 }]], [true]])('%o is of another type', (content) => {
    expect(contentSchema.safeParse(content).success).toBe(false)
  })
})
