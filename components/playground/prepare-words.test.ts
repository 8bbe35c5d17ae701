import { describe, expect, it } from 'vitest'
import { earningPieces, sameStem, wordPairs } from './prepare-words.ts'

describe('words that earn the score', () => {
  it('marks the words and leaves the text whole', () => {
    const text = 'construct failing test case for off-by-one in pagination'
    const pieces = earningPieces(text, [
      { word: 'pagination', share: 0.2 },
      { word: 'construct', share: 0.05 },
    ])
    expect(pieces.map((piece) => piece.text).join('')).toBe(text)
    expect(pieces.filter((piece) => piece.weight !== null)).toEqual([
      { text: 'construct', weight: 0.25 },
      { text: 'pagination', weight: 1 },
    ])
  })

  it('finds another form of the same word', () => {
    expect(sameStem('pagination', 'paginated')).toBe(true)
    expect(sameStem('cursor-based', 'cursor')).toBe(true)
  })

  it('does not take a short common beginning for the same word', () => {
    expect(sameStem('test', 'tenant')).toBe(false)
    expect(sameStem('read', 'reproduce')).toBe(false)
  })

  it('marks nothing when no word costs anything', () => {
    expect(earningPieces('run the tests', [{ word: 'tests', share: 0 }])).toEqual([
      { text: 'run the tests', weight: null },
    ])
  })
})

describe('the words of a pinned candidate beside another', () => {
  it('joins them by word, the most telling first, and leaves out what earns neither', () => {
    const pinned = [
      { word: 'page', share: 0.2 },
      { word: 'the', share: 0.0001 },
    ]
    const active = [
      { word: 'order', share: 0.3 },
      { word: 'page', share: 0.1 },
    ]
    expect(wordPairs(pinned, active)).toEqual([
      { word: 'order', pinned: 0, active: 0.3 },
      { word: 'page', pinned: 0.2, active: 0.1 },
    ])
  })
})
