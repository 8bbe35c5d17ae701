import { expect, it } from 'vitest'
import { suppressionKey } from './suppression-key.ts'

const lesson = { do: 'Include the last row in the comparison.', because: 'The upper bound is inclusive.' }

it('recognises the same lesson through case, punctuation, plurals and filler words', () => {
  expect(
    suppressionKey('EDIT', {
      do: 'include last rows in a comparison',
      because: 'Upper bounds are inclusive!',
    }),
  ).toBe(suppressionKey('EDIT', lesson))
})

it('keeps another category and another cause apart', () => {
  expect(suppressionKey('VERIFY', lesson)).not.toBe(suppressionKey('EDIT', lesson))
  expect(suppressionKey('EDIT', { ...lesson, because: 'The lower bound is exclusive.' })).not.toBe(
    suppressionKey('EDIT', lesson),
  )
})

it('tells lessons apart that are written without a Latin letter', () => {
  const lessons = [
    { do: 'Сравните обе границы.', because: 'Верхняя граница включена.' },
    { do: 'Закройте файл.', because: 'Верхняя граница включена.' },
    { do: '最後の行を含める。', because: '上限は含まれる。' },
    { do: '空のページで止まる。', because: '上限は含まれる。' },
    { do: '最後の行を含める。', because: 'API が空を返す。' },
    { do: '', because: '' },
  ]
  expect(new Set(lessons.map((one) => suppressionKey('EDIT', one))).size).toBe(lessons.length)
})

it('recognises such a lesson through case, punctuation, order and how its marks are written', () => {
  const said = { do: 'Сравните, обе границы!', because: 'й' }
  expect(suppressionKey('EDIT', { do: 'границы ОБЕ сравните', because: '\u0438\u0306' })).toBe(
    suppressionKey('EDIT', said),
  )
})

it('gives the keys under which retired lessons are stored already', () => {
  expect(suppressionKey('EDIT', lesson)).toBe('50e47c15c0faebd6348da50f0c2f64c7')
  expect(suppressionKey('VERIFY', { do: 'Use the größe of “naïve” rows', because: '' })).toBe(
    '22663b7efb458c7a789e30444bff877b',
  )
})
