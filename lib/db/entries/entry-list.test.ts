import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CATEGORIES } from '../../memory/category.ts'
import { ENTRY_FACETS, type EntryFacet, type EntrySort } from '../../memory/filter/entry-fields.ts'
import { LIFECYCLES } from '../../memory/lifecycle.ts'
import type { Store } from '../store.ts'
import { countFacets, sortedRows } from './entry-list.ts'
import type { Column, EntryTable } from './entry-table.ts'

/** Values of the columns by code: two codes may say the same, and one code several things or nothing. */
const VALUES: Partial<Record<EntryFacet, string[][]>> = {
  category: CATEGORIES.map((category) => [category]),
  lifecycle: LIFECYCLES.map((state) => [state]),
  service: [['in'], ['beside']],
  outcome: [['resolved'], ['unknown'], ['resolved']],
  flag: [[], ['vague'], ['leak: path'], ['vague', 'leak: path']],
  repo: [['z/z'], ['none'], ['a/a'], ['B/b']],
}
const valuesOf = (facet: EntryFacet) => VALUES[facet] ?? [['a'], ['b']]

const table = fc
  .array(fc.array(fc.nat(59), { minLength: ENTRY_FACETS.length + 1, maxLength: ENTRY_FACETS.length + 1 }), {
    maxLength: 40,
  })
  .map((rows): EntryTable => {
    const column = (facet: EntryFacet, at: number): Column => ({
      codes: rows.map((row) => (row[at] ?? 0) % valuesOf(facet).length),
      values: valuesOf(facet),
    })
    return {
      seqs: rows.map((_, i) => i * 3 + 1),
      ids: rows.map((_, i) => `m_${i}`),
      facets: Object.fromEntries(
        ENTRY_FACETS.map((facet, at) => [facet, column(facet, at)]),
      ) as EntryTable['facets'],
      served: rows.map((row) => (row.at(-1) ?? 0) % 4),
      byObjective: rows.map((_, i) => i).toReversed(),
    }
  })
const chosen = fc
  .dictionary(fc.constantFrom(...ENTRY_FACETS), fc.array(fc.nat(9), { maxLength: 2 }), { maxKeys: 3 })
  .map((facets) =>
    Object.fromEntries(
      Object.entries(facets).map(([facet, places]) => {
        const words = valuesOf(facet as EntryFacet).flat()
        return [facet, places.map((n) => words[n % words.length] ?? '')]
      }),
    ),
  )

const says = ({ facets }: EntryTable, facet: EntryFacet, row: number) =>
  facets[facet].values[facets[facet].codes[row] ?? -1] ?? []

it('counts every facet as a reading of row after row does that leaves its own choice out', () => {
  const hides = fc.record({ retired: fc.boolean(), beside: fc.boolean() })
  fc.assert(
    fc.property(table, chosen, hides, fc.option(fc.nat(5)), (all, facets, hidden, modulus) => {
      const admitted = modulus === null ? null : new Set(all.seqs.filter((seq) => seq % (modulus + 1) === 0))
      const isLive = (row: number) => !['retired', 'purged'].includes(says(all, 'lifecycle', row)[0] ?? '')
      const isIn = (row: number) => says(all, 'service', row)[0] === 'in'
      const passes = (row: number, facet: EntryFacet) => {
        if (facet === 'lifecycle' && hidden.retired) return isLive(row)
        if (facet === 'service' && hidden.beside) return isIn(row)
        const wanted = facets[facet] ?? []
        return wanted.length === 0 || says(all, facet, row).some((value) => wanted.includes(value))
      }
      const rows = [...all.seqs.keys()]
      const open = rows.filter((row) => !admitted || admitted.has(all.seqs[row] ?? -1))
      const found = countFacets(all, facets, admitted, hidden)
      expect(found.matched).toEqual(open.filter((row) => ENTRY_FACETS.every((facet) => passes(row, facet))))
      expect(found.totalCount).toBe(rows.filter((row) => isLive(row) && (!hidden.beside || isIn(row))).length)
      for (const facet of ENTRY_FACETS) {
        const counts: Record<string, number> = {}
        for (const row of open)
          if (ENTRY_FACETS.every((other) => other === facet || passes(row, other)))
            for (const value of says(all, facet, row)) counts[value] = (counts[value] ?? 0) + 1
        const naive = Object.entries(counts).map(([value, count]) => ({ value, count }))
        naive.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
        expect([facet, found.facets[facet]]).toEqual([facet, naive])
      }
    }),
    { numRuns: 300, seed: 11 },
  )
})

it('offers the fifty commonest values of a facet', () => {
  const values = Array.from({ length: 60 }, (_, i) => [`r${String(i).padStart(2, '0')}`])
  const codes = values.flatMap((_, code) => (code === 59 ? [code, code] : [code]))
  const none = (): Column => ({ codes: codes.map(() => 0), values: [['approved']] })
  const facets = Object.fromEntries(ENTRY_FACETS.map((facet) => [facet, none()])) as EntryTable['facets']
  facets.repo = { codes, values }
  const all = { seqs: codes.map((_, i) => i), ids: [], facets, served: [], byObjective: null }
  const { repo } = countFacets(all, {}, null, { retired: true, beside: false }).facets
  expect([repo.length, repo[0], repo[1], repo[49]]).toEqual([
    50,
    { value: 'r59', count: 2 },
    { value: 'r00', count: 1 },
    { value: 'r48', count: 1 },
  ])
})

it('orders rows by any column, ties by creation, and descending as the exact reverse', async () => {
  const sorts: EntrySort[] = ['created', 'category', 'served', 'repo', 'likeness', 'objective']
  const places = fc.uniqueArray(fc.nat(45), { maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(table, fc.nat(3), places, async (all, skip, near) => {
      const rows = [...all.seqs.keys()].filter((row) => row % (skip + 1) === 0)
      const ids = near.map((n) => `m_${n}`)
      const keyOf: Record<EntrySort, (row: number) => number | string> = {
        created: () => 0,
        category: (row) => CATEGORIES.indexOf(says(all, 'category', row)[0] as (typeof CATEGORIES)[number]),
        served: (row) => all.served[row] ?? 0,
        repo: (row) => says(all, 'repo', row)[0]?.replace('none', '') ?? '',
        // The nearest comes last, so that descending begins with it; who is not named is farther than all.
        likeness: (row) =>
          ids.includes(all.ids[row] ?? '') ? ids.length - ids.indexOf(all.ids[row] ?? '') : 0,
        objective: (row) => -row,
      }
      for (const sort of sorts) {
        const key = keyOf[sort]
        const naive = rows.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a - b))
        const asked = { projectId: 'p', sort, ids }
        const nobody = {} as Store // only a table whose order of objectives is not known yet asks it
        expect([sort, await sortedRows(nobody, { ...asked, descending: false }, all, rows)]).toEqual([
          sort,
          naive,
        ])
        const back = await sortedRows(nobody, { ...asked, descending: true }, all, rows)
        expect([sort, back]).toEqual([sort, naive.toReversed()])
      }
    }),
    { numRuns: 150, seed: 12 },
  )
})
