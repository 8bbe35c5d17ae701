import { expect, it } from 'vitest'
import { tellsOfFault } from './fault-task.ts'

it.each([
  'TimeDelta serialization precision: the last millisecond is wrong',
  'ImportError while loading conftest: it fails on Windows',
  'The admin does not respect the permission',
  'Fix the rounding of negative deltas',
])('hears a fault in: %s', (task) => expect(tellsOfFault(task)).toBe(true))

it.each([
  'Create a new Next.js project structure for a TODO app',
  'Write a plug-in that exports to CSV, with error handling',
  'Can you show me how to create a decorator that takes parameters?',
])('hears none in: %s', (task) => expect(tellsOfFault(task)).toBe(false))
