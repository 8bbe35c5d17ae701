import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { findSecretLike, findSecrets } from './secret-scan.ts'

/* Values are made at run time, so that no scanner finds one in this file. */
const letters = (n: number, from = 0) => 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zC'.repeat(12).slice(from, from + n)
const hex = (n: number, of = 'x') => createHash('sha512').update(of).digest('hex').slice(0, n)
const upper = (n: number) => 'Q2WE3RT4YU5IO6PA7SD'.repeat(4).slice(0, n)
const uuid = `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`
const PASSWORD = ['Aw2ad', 'Seq6sw%Qv'].join('')

/** How a secret stands in commands, files and outputs: the text, and what of it must not be readable. */
const FORMATS: Record<string, readonly [text: string, secret: string]> = {
  'upper-case assignment': [`DB_PASSWORD=${'MyCompany'}2024`, `MyCompany${'2024'}`],
  'lower-case assignment': [`password=${PASSWORD}`, PASSWORD],
  'quoted assignment': [`password = "${PASSWORD}"`, PASSWORD],
  'JSON member': [`"password": "${PASSWORD}"`, PASSWORD],
  'YAML member': [`password: ${PASSWORD}`, PASSWORD],
  api_key: [`api_key = '${letters(24)}'`, letters(24)],
  client_secret: [`client_secret=${letters(32)}`, letters(32)],
  access_token: [`access_token: "${letters(40)}"`, letters(40)],
  'camel case': [`"dbPassword": "${PASSWORD}"`, PASSWORD],
  '--token': [`deploy --token ${letters(30)} now`, letters(30)],
  'curl -u': [`curl -u app:${PASSWORD} http://x`, PASSWORD],
  netrc: [`machine h login app password ${PASSWORD}`, PASSWORD],
  'X-API-Key': [`X-API-Key: ${letters(32)}`, letters(32)],
  SecretAccessKey: [`"SecretAccessKey": "${letters(40)}"`, letters(40)],
  'npm _authToken': [`//r/:_authToken=${uuid}`, uuid],
  AccountKey: [`AccountName=a;AccountKey=${letters(86)}==;`, `${letters(86)}==`],
  Groq: [`gsk_${letters(52)}`, `gsk_${letters(52)}`],
  xAI: [`xai-${letters(80)}`, `xai-${letters(80)}`],
  OpenRouter: [`sk-or-v1-${hex(64)}`, `sk-or-v1-${hex(64)}`],
  Vault: [`hvs.${letters(90)}`, `hvs.${letters(90)}`],
  Databricks: [`dapi${hex(32)}`, `dapi${hex(32)}`],
  Docker: [`dckr_pat_${letters(27)}`, `dckr_pat_${letters(27)}`],
  Atlassian: [`ATATT3${letters(180)}`, `ATATT3${letters(180)}`],
  Telegram: [`123456789:AA${letters(33)}`, `123456789:AA${letters(33)}`],
  GitHub: [`ghp_${letters(36)}`, `ghp_${letters(36)}`],
  'AWS id': [`AKIA${upper(16)}`, `AKIA${upper(16)}`],
  JWT: [
    `eyJ${letters(20)}.eyJ${letters(40)}.${letters(43)}`,
    `eyJ${letters(20)}.eyJ${letters(40)}.${letters(43)}`,
  ],
  'URL password': [`postgres://app:${'Secret'}4711@db`, `Secret${'4711'}`],
  Google: [`AIza${letters(35)}`, `AIza${letters(35)}`],
  'Basic header': [`Authorization: Basic ${letters(24)}==`, `${letters(24)}==`],
}

const CARRIERS: Record<string, (text: string) => string> = {
  plain: (text) => text,
  'after a colour': (text) => `\u001b[31m${text}\u001b[0m`,
  'in prose': (text) => `I ran it with ${text} and it answered.`,
  'JSON-escaped': (text) => JSON.stringify({ output: `line\n${text}\n` }),
  'escaped twice': (text) => JSON.stringify(JSON.stringify({ o: `a\n${text}\n` })),
  base64: (text) => Buffer.from(`config: ${text}\n`).toString('base64'),
}

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

it('masks at least 95 % of thirty formats in six carriers', () => {
  const missed = Object.entries(FORMATS).flatMap(([format, [text, secret]]) =>
    Object.entries(CARRIERS).flatMap(([carrier, carry]) =>
      readable(carry(text), secret) ? [`${format}, ${carrier}`] : [],
    ),
  )
  const all = Object.keys(FORMATS).length * Object.keys(CARRIERS).length
  expect(all).toBe(180)
  expect(1 - missed.length / all, missed.join(' | ')).toBeGreaterThanOrEqual(0.95)
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
