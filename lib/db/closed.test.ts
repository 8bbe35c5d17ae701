import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Tables as the client names them. */
const TABLES = [...readFileSync('prisma/schema.prisma', 'utf8').matchAll(/^model (\w+)/gm)].map(
  ([, name = '']) => name.replace(/^./, (letter) => letter.toLowerCase()),
)
const ASKS =
  'findMany|find(?:First|Unique)(?:OrThrow)?|(?:create|update|delete)(?:Many)?|upsert|count|groupBy|aggregate'
const CALL = new RegExp(`\\w[.](?:${TABLES.join('|')})[.](?:${ASKS})\\(|[.][$](?:query|execute)Raw`)

/** Lines that ask a table themselves, with the number of the line. */
function callsIn(source: string): string[] {
  return source.split('\n').flatMap((line, i) => (CALL.test(line) ? [`${i + 1}: ${line.trim()}`] : []))
}

it('only lib/db asks a table: others call its functions, so that another database touches one folder', () => {
  const sources = ['app', 'components', 'lib', 'pages', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  // What a test looks up or plants in a store of its own is no way of the product.
  const outside = sources.filter(
    (file) => /[.]tsx?$/.test(file) && !/^lib\/db\/|[.]test[.]ts$|\/fixtures\//.test(file),
  )
  expect(TABLES.length).toBeGreaterThan(20)
  expect(outside.length).toBeGreaterThan(500)
  const found = outside.flatMap((file) =>
    callsIn(readFileSync(file, 'utf8')).map((call) => `${file}:${call}`),
  )
  expect(found).toEqual([])
})

it('sees a call however the client is named', () => {
  for (const call of [
    'await store.read.entry.count()',
    'tx.jobItem.updateMany({',
    'read.$queryRawUnsafe<Row>(',
  ])
    expect(callsIn(call)).toHaveLength(1)
  expect(callsIn('detail.entry.id, store.record(work), loupe.retrieval.retrieve(asked)')).toEqual([])
})
