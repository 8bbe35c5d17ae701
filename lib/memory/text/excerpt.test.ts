import { expect, it } from 'vitest'
import { calledBy, makerWords } from './words.ts'

it('calls an excerpt what rules made, and an experience what a model, an agent or a person wrote', () => {
  expect(['rules-v1', 'rules-v2', 'model-v1', 'workbench-v1', 'person'].map(calledBy)).toEqual([
    'excerpt',
    'excerpt',
    'experience',
    'experience',
    'experience',
  ])
  expect(makerWords('rules-v2')).toBe('rules-v2, an excerpt')
})
