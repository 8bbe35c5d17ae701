import { describe, expect, it } from 'vitest'
import { clarityWords, wordPairs } from './prepare-reading.ts'

const clear = { near: 0.05, nearCount: 0, spread: 0.118, rivals: [] }

describe('the reading of how clear the winner is', () => {
  it('says how far apart the first two are, and how many more are near', () => {
    expect(clarityWords({ margin: 0.0041, kept: 46 }, { ...clear, nearCount: 7 })?.lead).toBe(
      'First and second are 0.004 apart; 7\u00a0others within 0.05 of the first.',
    )
    expect(clarityWords({ margin: 0.00002, kept: 46 }, clear)?.lead).toContain('0.000020 apart')
  })

  it('holds the lead against the spread of its own pool', () => {
    expect(clarityWords({ margin: 0.177, kept: 46 }, clear)).toEqual({
      lead: 'First and second are 0.177 apart; no other within 0.05 of the first.',
      spread: 'The middle half of 46 scores spans 0.118: the lead is 1.5 times that.',
    })
    expect(clarityWords({ margin: 0.001, kept: 46 }, clear)?.spread).toContain('under a tenth of that')
  })

  it('says nothing of a lead over nobody', () => {
    expect(clarityWords({ margin: null, kept: 1 }, clear)).toBeNull()
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
