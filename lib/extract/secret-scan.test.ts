import fc from 'fast-check'
import { expect, it } from 'vitest'
import { spentMs } from '../memory/fixtures/spent.ts'
import { makeRun } from './fixtures/make-run.ts'
import { findSecrets, maskSecrets } from './secret-scan.ts'

const letters = (n: number) => 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zC'.repeat(12).slice(0, n)
const upper = (n: number) => 'Q2WE3RT4YU5IO6PA7SD'.repeat(4).slice(0, n)

/** Made at run time, so that no scanner finds one in this file. */
const SAMPLES: Record<string, string> = {
  'github-token': `ghp_${letters(36)}`,
  'github-pat': `github_pat_${letters(22)}_${letters(59)}`,
  'aws-access-key-id': `AKIA${upper(16)}`,
  'openai-key': `sk-proj-${letters(48)}`,
  'anthropic-key': `sk-ant-api03-${letters(80)}`,
  'slack-token': `xoxb-${'1234567890'}-${letters(24)}`,
  'slack-webhook': `https://hooks.slack.com/services/T0${upper(8)}/B0${upper(8)}/${letters(24)}`,
  'google-key': `AIza${letters(35)}`,
  'stripe-key': `sk_live_${letters(24)}`,
  'npm-token': `npm_${letters(36)}`,
  'gitlab-token': `glpat-${letters(20)}`,
  'sendgrid-key': `SG.${letters(22)}.${letters(43)}`,
  'huggingface-token': `hf_${letters(34)}`,
  jwt: `eyJ${letters(20)}.eyJ${letters(40)}.${letters(43)}`,
  'private-key': `-----BEGIN RSA PRIVATE KEY-----\n${letters(64)}\n${letters(64)}==\n-----END RSA PRIVATE KEY-----`,
}

it.each(Object.entries(SAMPLES))(
  'finds a %s by its shape, in prose, after an escaped newline, and in JSON',
  (kind, secret) => {
    for (const text of [
      secret,
      `the key is ${secret} here`,
      `TOKEN\\n${secret}\\n`,
      JSON.stringify({ key: secret }),
    ]) {
      const found = findSecrets(text)
      expect(found).toHaveLength(1)
      expect(found[0]?.kind).toBe(kind)
      if (!text.startsWith('{')) expect(text.slice(found[0]?.start, found[0]?.end)).toBe(secret)
    }
  },
)

it('takes only the value of an assignment, of a bearer header and of an address', () => {
  const value = (text: string) => findSecrets(text).map((s) => [s.kind, text.slice(s.start, s.end)])
  expect(value('export DB_PASSWORD="tr0ub4dor&3" && run')).toEqual([['password', 'tr0ub4dor&3']])
  expect(value(`Authorization: Bearer ${letters(40)}`)).toEqual([['authorization', letters(40)]])
  expect(value('postgres://app:s3cr3t-pw@db.internal/shop')).toEqual([['url-password', 's3cr3t-pw']])
  expect(value(`aws_secret_access_key = ${letters(40)}`)).toEqual([['token', letters(40)]])
})

it('leaves placeholders, code, hashes and commit ids alone', () => {
  for (const text of [
    'PASSWORD = os.environ["DB_PASSWORD"]',
    'TOKEN=$GITHUB_TOKEN make',
    'API_KEY="your-api-key"',
    'the token = tokenizer.next_token()',
    'index a0cfed0995..8d5a75db06 100644',
    'http://localhost:3000/a@b',
    'SECRET_KEY = None',
    `gpg: using RSA key ${'C0FFEE1234'.repeat(4)}`,
    'If we pass `Etc/GMT-10` to the server',
    'password = config.oauth2Client.passwordV2',
    'PASSWORD: settings.S3Storage.rootPassword',
  ]) {
    expect(findSecrets(text)).toEqual([])
  }
})

it('reads no name into the letters of an id that sorts by time', () => {
  const ids =
    '"m_01M8FFRMTEQJT8XYFGWC70F1PW","m_01M8FFRMTEQJT8XYFGWC70F1SE","p_01M8FFRMTBB7X4VH5RRQMM1KEY","m_01M8FFRMTEQJT8XYFGWC70F1SX"'
  expect(findSecrets(`{"entryIds":[${ids}]}`)).toEqual([])
  expect(findSecrets('"dbPassword":"Hb7kq2xT-long"')).not.toEqual([])
})

it('takes twelve words for a phrase of a wallet where they are called one, and for prose elsewhere', () => {
  const words = 'with the repair stashed away the test fails for every sort key'
  expect(findSecrets(`The order depends on the seed. ${words}; keep a backup ${words}.`)).toEqual([])
  for (const text of [`seed phrase: ${words}`, `SEED="${words}"`, `recovery words:\n${words}`])
    expect(findSecrets(text).map(({ start, end }) => text.slice(start, end))).toEqual([words])
})

it('gives equal values of one run the same placeholder, everywhere, and counts the places', () => {
  const token = SAMPLES['github-token'] ?? ''
  const other = `ghp_${letters(40).slice(4)}`
  const { trajectory, count } = maskSecrets(
    makeRun(
      [[`I use ${token}.`, `TOKEN_A=${token} run; curl -H ${other} x`, `sent ${token}`]],
      `Fix ${token}`,
    ),
  )
  expect(count).toBe(7)
  expect(trajectory.task.title).toBe('Fix «secret:github-token:1»')
  expect(trajectory.steps[0]?.thought).toBe('I use «secret:github-token:1».')
  expect(trajectory.steps[0]?.actions[0]?.text).toContain('«secret:github-token:2»')
  expect(JSON.stringify(trajectory)).not.toContain(token)
})

it('masks nothing twice', () => {
  const once = maskSecrets(makeRun([[Object.values(SAMPLES).join('\n'), 'ls']]))
  expect(once.count).toBe(Object.keys(SAMPLES).length)
  expect(maskSecrets(once.trajectory).count).toBe(0)
})

it('reads any text in time that grows with its length only', () => {
  const units = [
    'eyJ',
    '-----BEGIN PRIVATE KEY-----',
    'a:',
    'http://a:',
    'TOKEN_',
    'A_A_',
    'sk-',
    'aws',
    'Bearer ',
    'KEY="',
    'SG.a.',
    ' ',
    'PASSWORD=',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...units, 'x', '\n'), { maxLength: 300 }), (parts) =>
      Array.isArray(findSecrets(parts.join(''))),
    ),
  )
  for (const unit of units) {
    const time = (size: number) => {
      const text = unit.repeat(Math.ceil(size / unit.length))
      const before = spentMs()
      findSecrets(text)
      return spentMs() - before
    }
    // The least of some: what else the machine does only ever adds.
    const least = (size: number) => Math.min(...Array.from({ length: 4 }, () => time(size)))
    const small = Math.max(2, least(50_000))
    expect(least(400_000) / small, unit).toBeLessThan(8 * 6)
  }
})

it('reads a long word under a name at once, wherever it stops being one', () => {
  const before = spentMs()
  for (const word of ['a', 'aB', 'ab-', 'Ab.', 'ab_1'])
    for (const name of ['DB_PASSWORD=', 'psql --password ', 'password: "', 'mysql -p'])
      findSecrets(`${name}${word.repeat(500)}1;`)
  expect(spentMs() - before).toBeLessThan(1000)
})

it('masks names of tools and calls, instants and where an outcome is from: a file may write anything there', () => {
  const token = `ghp_${letters(40).slice(4)}`
  const run = makeRun([['thought', 'ls', 'out']])
  const [step] = run.steps
  if (!step) throw new Error('no step')
  const { trajectory, count } = maskSecrets({
    ...run,
    outcomeSource: token,
    startedAt: token,
    steps: [
      {
        ...step,
        at: token,
        actions: [{ tool: token, text: 'ls', callId: token }],
        observations: [{ text: 'out', exitCode: 0, callId: token, truncated: false }],
      },
    ],
  })
  expect(count).toBe(6)
  expect(JSON.stringify(trajectory)).not.toContain(token)
  // What belongs together still does.
  const [masked] = trajectory.steps
  expect(masked?.actions[0]?.callId).toBe(masked?.observations[0]?.callId)
})
