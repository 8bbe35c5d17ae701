import { describe, expect, it } from 'vitest'
import { sameSourceWords } from './same-source.ts'

const from = (instanceId: string | null, episodeId: string | null) => ({ instanceId, episodeId })

describe('what a pair shares of its source', () => {
  it('tells two attempts at one instance from two lessons of one run', () => {
    expect(sameSourceWords(from('flask-1', 'ep_1'), from('flask-1', 'ep_2'))).toBe(
      'Same instance: two attempts at flask-1.',
    )
    expect(sameSourceWords(from('flask-1', 'ep_1'), from('flask-1', 'ep_1'))).toBe('Same run, of flask-1.')
  })

  it('speaks of no attempt where the run is unknown, and of nothing where the instance is', () => {
    expect(sameSourceWords(from('flask-1', null), from('flask-1', 'ep_2'))).toBe('Same instance, flask-1.')
    expect(sameSourceWords(from(null, null), from(null, null))).toBeNull()
    expect(sameSourceWords(from('flask-1', 'ep_1'), from('flask-2', 'ep_2'))).toBeNull()
  })
})
