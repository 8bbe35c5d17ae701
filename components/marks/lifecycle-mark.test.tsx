import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LifecycleMark } from './lifecycle-mark.tsx'

const words = (mark: React.ReactElement) => renderToStaticMarkup(mark).replace(/<[^>]+>/g, '')

test('an entry that serves and that no person has judged is not called approved', () => {
  expect(words(<LifecycleMark lifecycle="approved" isReviewed={false} />)).toBe('in service, unreviewed')
  expect(words(<LifecycleMark lifecycle="approved" isReviewed />)).toBe('approved')
  expect(words(<LifecycleMark lifecycle="approved" />)).toBe('in service')
  expect(words(<LifecycleMark lifecycle="retired" isReviewed={false} />)).toBe('retired')
})
