import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FORMS, WRAPPED } from './fixtures/secret-forms.ts'
import { CARRIERS, FORMATS, hex, letters, upper } from './fixtures/secret-samples.ts'
import { findSecretLike, findSecrets, type SecretSpan } from './secret-scan.ts'
import { vendorFormats } from './secrets/vendors.ts'

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

/** A row a family, and the share of all forms that is masked by a scanner. */
function families(find: (text: string) => Iterable<SecretSpan>): {
  lines: string[]
  share: number
  missed: string[]
} {
  const missed: string[] = []
  let all = 0
  const rows = Object.entries(FORMS).map(([family, { secret, forms }]) => {
    const left = forms
      .map((form) => form.replaceAll('¤', () => secret))
      .filter((text) => ![...find(text)].some(({ start, end }) => text.slice(start, end).includes(secret)))
    all += forms.length
    missed.push(...left)
    return `| ${family} | ${forms.length} | ${forms.length - left.length} |`
  })
  return {
    lines: ['| family | forms | masked |', '| --- | ---: | ---: |', ...rows],
    share: 1 - missed.length / all,
    missed,
  }
}

it('masks at least 95 % of the forms of every family together, as the table of docs/secrets.md says', () => {
  const { lines, share, missed } = families(findSecrets)
  expect(share, missed.join(' | ')).toBeGreaterThanOrEqual(0.95)
  expect(readFileSync('docs/secrets.md', 'utf8')).toContain(lines.join('\n'))
})

it('would say so if names were not read: without them a third of the forms is masked at most', () => {
  expect(families((text) => vendorFormats(text)).share).toBeLessThan(0.34)
})

it('masks a token that was broken into two lines from its first letter to its last', () => {
  const shown = WRAPPED.map((text) => findSecrets(text).map(({ start, end }) => text.slice(start, end)))
  expect(shown.map((found) => found.map((one) => one.replace(/[\s"]+/g, '')))).toEqual([
    [`ghp_${letters(36)}`],
    [`glpat-${letters(20)}`],
    [letters(20) + hex(20)],
  ])
})

it('ends a value where its own quote does, not at one that is escaped in it', () => {
  const secret = 'pa"ss\\w0rd!7'
  const text = JSON.stringify({ password: secret, next: 'x' })
  expect(findSecrets(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    JSON.stringify(secret).slice(1, -1),
  ])
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

it('masks at most five of 3,200 lines of source code that speak of passwords, tokens and keys', () => {
  const lines = SOURCES.flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .map((line) => line.slice(0, 300))
    .filter((line) => /pass|secret|token|key|auth|cookie/i.test(line))
    .slice(0, 3200)
  expect(lines).toHaveLength(3200)
  const masked = lines.filter((line) => findSecretLike(line).length > 0)
  expect(masked.length, masked.join('\n')).toBeLessThanOrEqual(5)
})
const SOURCES = [
  'node_modules/typescript/lib/lib.dom.d.ts',
  'node_modules/openai/client.js',
  'node_modules/next/dist/server/base-server.js',
  'node_modules/next/dist/server/app-render/app-render.js',
  'node_modules/next/dist/server/web/spec-extension/adapters/request-cookies.js',
  'node_modules/typescript/lib/typescript.js',
]

it('takes none of these lines of code for a secret', () => {
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
api_key = "your-api-key-here"
DEFAULT = default_token_v2
token = default_token_v2
tokens: Array<string>
password: Promise<Array<string2>>
password = var.db_password1
secret = data.vault_generic_secret.db2.data["pw"]
def test_token2_is_refused(token1=TOKEN_1):
primary_key: "orders_2024_pk1"
public_key: "${letters(32)}"
AccountSid: AC${hex(32)}
"password": "Must be at least 8 characters"
Restored from cache key: npm-linux-${hex(40)}
"FAIL_TO_PASS": ["tests/test_utils.py::test_to_snake[snakeV2-snake_v2]", "pandas/tests/io/test_sql.py::test_x[float0-y]"]
token = 'required|string|min:8'
type Mutation { login(email: String!, password: String!): Auth }
J = Integral(sin(x)*exp(-a*x),(x,0,oo))
postgres://postgres:postgres@localhost:5432/postgres
If we pass \`'Etc/GMT-10'\` to the server
the user can pass \`keep_attrs=True\`
connect(password=settings.Db2.rootPw)
password: forms.LoginForm2,
this.token=function(){this.inElement=!0;}
config :app, secret_key_base: System.fetch_env!("SECRET_KEY_BASE")
client("gpt", "your-api-key", "falkor://127.0.0.1:6379")
"password": "users.reset-form.step2"
const key = make_binding("fk_col", "prop-456")
jwt.verify(token, "ES256K-R2")
the password is sha256-hashed
served-tokens reflect this. recordTokensServed?: Recorder
$password = Read-Host -AsSecureString "Password"
sed -E 's/(password=)[^&]+/\\1-/g' access.log
"password": "Contraseña",
password.confirm=Parolayı onayla
openssl rand -hex 32 > STRIPE_KEY=sk_test_...`
    .trim()
    .split('\n')
  expect(code.filter((line) => findSecretLike(line).length > 0)).toEqual([])
})

it('knows the secret beside an access key id, which has no shape of its own', () => {
  const text = `the id AKIA${upper(16)} goes with ${letters(38, 3)}/+ here`
  expect(findSecretLike(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    `AKIA${upper(16)}`,
    `${letters(38, 3)}/+`,
  ])
})
