import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CARRIERS, FORMATS, hex, letters, upper } from './fixtures/secret-samples.ts'
import { findSecretLike, findSecrets } from './secret-scan.ts'

const readable = (text: string, secret: string): boolean => {
  let shown = text
  for (const { start, end } of findSecrets(text))
    shown = shown.slice(0, start) + '•'.repeat(end - start) + shown.slice(end)
  return (
    [secret, JSON.stringify(secret).slice(1, -1), Buffer.from(secret).toString('base64').slice(0, -4)].some(
      (form) => shown.includes(form),
    ) ||
    (text === Buffer.from(text, 'base64').toString('base64') && shown === text)
  )
}

/** A row a format, a column a carrier. */
function table(): { lines: string[]; missed: string[] } {
  const missed: string[] = []
  const rows = Object.entries(FORMATS).map(([format, [text, secret]]) => {
    const cells = Object.entries(CARRIERS).map(([carrier, carry]) => {
      const isMasked = !readable(carry(text), secret)
      if (!isMasked) missed.push(`${format}, ${carrier}`)
      return isMasked ? 'yes' : 'no'
    })
    return `| ${[format, ...cells].join(' | ')} |`
  })
  const names = Object.keys(CARRIERS)
  return {
    lines: [`| format | ${names.join(' | ')} |`, `|${' --- |'.repeat(names.length + 1)}`, ...rows],
    missed,
  }
}

it('masks at least 95 % of thirty formats in eight carriers, as the table of docs/secrets.md says', () => {
  const { lines, missed } = table()
  const all = Object.keys(FORMATS).length * Object.keys(CARRIERS).length
  expect(all).toBe(240)
  expect(1 - missed.length / all, missed.join(' | ')).toBeGreaterThanOrEqual(0.95)
  expect(readFileSync('docs/secrets.md', 'utf8')).toContain(lines.join('\n'))
})

it('takes no digest, commit id, UUID or word-like name for a secret', () => {
  const plain = Array.from({ length: 800 }, (_, i) => [
    `commit ${hex(40, `c${i}`)}`,
    `sha256:${hex(64, `d${i}`)} app-${i}.tar.gz`,
    `${hex(8, `u${i}`)}-${hex(4, `v${i}`)}-4${hex(3, `w${i}`)}-9${hex(3, `x${i}`)}-${hex(12, `y${i}`)}`,
    `test_reader_${i}_keeps_TheOrder${i}`,
  ]).flat()
  expect(plain).toHaveLength(3200)
  expect(plain.filter((text) => findSecretLike(text).length > 0)).toEqual([])
})

it('takes at most two of these lines of code for a secret', () => {
  const code = `
password: str
password = None
password = getpass.getpass()
token = tokenizer.next_token()
const token = await getToken(user)
self.token = token
secret = os.environ["APP_SECRET"]
api_key=settings.API_KEY,
def login(user, password="password"):
if token == TokenType.IDENTIFIER:
token: string;
secretKey: process.env.SECRET_KEY
passed = failed = 0
access_token = response.json()["access_token"]
tokens: 1024
max_tokens=4096
password_hash = hash_password(password)
--token "$TOKEN"
curl -u "$USER:$PASS" http://x
PASSWORD="\${PASSWORD:-}"
token_count += 1
private_key = rsa.generate_private_key(65537, 2048)
"password": "<your password>"
assert secret is not None
pass: bool = True
api_key = "your-api-key-here"`
    .trim()
    .split('\n')
  expect(code).toHaveLength(26)
  expect(code.filter((line) => findSecrets(line).length > 0).length).toBeLessThanOrEqual(2)
})

it('knows the secret beside an access key id, which has no shape of its own', () => {
  const text = `the id AKIA${upper(16)} goes with ${letters(38, 3)}/+ here`
  expect(findSecretLike(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    `AKIA${upper(16)}`,
    `${letters(38, 3)}/+`,
  ])
})
