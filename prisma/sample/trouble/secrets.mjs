import { stream } from './random.mjs'

// entries.jsonl holds {{secret:FORMAT:N}} where a secret goes. The values are random and open nothing; they are
// put together here, from parts, so that no scanner finds one in the repository.

const DIGITS = '0123456789'
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const ALNUM = DIGITS + LOWER + UPPER
const URLSAFE = `${ALNUM}-_`
const BASE64 = `${ALNUM}+/`

const join = (...parts) => parts.join('')
const base64url = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

function jwt(draw) {
  const issued = 1700000000 + draw.below(40000000)
  const claims = {
    sub: draw.text(DIGITS, 8),
    role: draw.pick(['editor', 'admin']),
    iat: issued,
    exp: issued + 3600,
  }
  return join(base64url({ alg: 'HS256', typ: 'JWT' }), '.', base64url(claims), '.', draw.text(URLSAFE, 43))
}

// Line breaks as backslash and n, as in an environment file: valid both inside JSON text and in a parsed field.
function pem(draw, n) {
  const name = join(n === 1 ? 'RSA' : 'OPENSSH', ' PRI', 'VATE KEY')
  const lines = Array.from({ length: 6 }, () => draw.text(BASE64, 64))
  return join(
    '-----BEGIN ',
    name,
    '-----\\n',
    lines.join('\\n'),
    '\\n',
    draw.text(BASE64, 42),
    '==\\n-----END ',
    name,
    '-----',
  )
}

function databaseUrl(draw, n) {
  const [scheme, user, host] =
    n === 1 ? ['postgresql', 'app_rw', 'pg-main:5432/orders'] : ['mongodb', 'svc', 'docs-0:27017/admin']
  return join(scheme, '://', user, ':', draw.text(ALNUM, 18), '@', host)
}

function password(draw, n) {
  if (n === 2) return draw.text(`${ALNUM}!%*_`, 14)
  return join(
    draw.pick(['Gannet', 'Walrus', 'Puffin']),
    draw.pick(['Harbour', 'Lantern']),
    draw.text(DIGITS, 2),
    draw.pick(['!', '#']),
  )
}

function awsKey(draw, n) {
  const id = join('AK', 'IA', draw.text(`${UPPER}234567`, 16))
  return n === 1 ? id : join(id, ' / ', draw.text(BASE64, 40))
}

const FORMATS = {
  'aws-access-key': awsKey,
  'github-token': (draw, n) =>
    n === 1
      ? join('gh', 'p_', draw.text(ALNUM, 36))
      : join('github', '_pat_', draw.text(ALNUM, 22), '_', draw.text(ALNUM, 59)),
  'gitlab-token': (draw) => join('gl', 'pat-', draw.text(URLSAFE, 20)),
  'slack-token': (draw) =>
    join('xo', 'xb-', draw.text(DIGITS, 12), '-', draw.text(DIGITS, 13), '-', draw.text(ALNUM, 24)),
  'stripe-key': (draw, n) => join(n === 1 ? 'sk' : 'rk', '_li', 've_', draw.text(ALNUM, 24)),
  'google-api-key': (draw) => join('AI', 'za', draw.text(URLSAFE, 35)),
  jwt,
  'pem-key': pem,
  'database-url': databaseUrl,
  'npm-token': (draw) => join('np', 'm_', draw.text(ALNUM, 36)),
  'llm-key': (draw, n) =>
    n === 1
      ? join('sk', '-proj-', draw.text(URLSAFE, 48))
      : join('sk', '-ant-api03-', draw.text(URLSAFE, 93), 'AA'),
  password,
}

/** One value, the same at each call. */
function secretOf(format, n) {
  const make = FORMATS[format]
  if (!make) throw new Error(`no secret of format ${format}`)
  return make(stream(`secret:${format}:${n}`), n)
}

/** Text with its placeholders filled; works on a line of entries.jsonl and on a parsed field alike. */
export function fillSecrets(text) {
  return text.replace(/\{\{secret:([a-z-]+):(\d+)\}\}/g, (_, format, n) => secretOf(format, Number(n)))
}
