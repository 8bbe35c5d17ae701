import { afterEach, expect, it, vi } from 'vitest'
import { signedUndo } from './use-entry-changes.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('an undo bears the name of whoever reviews at that moment, and none while nobody said', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null })
  expect(signedUndo(7)).toEqual({ revision: 7 })
  kept.set('loupe.reviewer', 'Ada')
  expect(signedUndo(7)).toEqual({ revision: 7, by: 'Ada' })
})
