import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hex, letters, PASSWORD, upper } from '../fixtures/secret-samples.ts'
import { findSecrets } from '../secret-scan.ts'
import { VENDORS } from './vendors.ts'

const pem = (kind: string, head = '') =>
  `-----BEGIN ${kind}-----\n${head}${letters(64)}\n${letters(20)}==\n-----END ${kind}-----`

/** Kind, values that are secret from end to end. Put together at run time, so that no scanner finds one in this file. */
const WHOLE: Record<string, readonly string[]> = {
  'private-key': [
    pem('OPENSSH PRIVATE KEY'),
    pem('PGP PRIVATE KEY BLOCK'),
    pem('RSA PRIVATE KEY', 'Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0AF3\n\n'),
  ],
  'github-pat': [`github_pat_${letters(22)}`],
  'github-token': ['p', 'o', 'u', 's', 'r'].map((sign) => `gh${sign}_${letters(36)}`),
  'anthropic-key': [`sk-ant-${letters(20)}`],
  'openai-key': [
    ...['proj', 'svcacct', 'admin', 'None'].map((of) => `sk-${of}-${letters(20)}`),
    `sk-${letters(32)}`,
  ],
  'aws-access-key-id': ['AKIA', 'ASIA', 'ABIA', 'ACCA'].map((head) => head + upper(16)),
  'slack-token': [...'abeoprs'].map((sign) => `xox${sign}-${letters(10)}`).concat(`xapp-1-${letters(10)}`),
  'slack-webhook': ['services', 'workflows'].map((of) => `https://hooks.slack.com/${of}/${letters(20)}`),
  'google-key': [`AIza${letters(35)}`],
  'google-oauth': [`GOCSPX-${letters(20)}`, `ya29.${letters(20)}`],
  'stripe-key': [
    ...['sk_live', 'rk_live', 'sk_test', 'whsec_live'].map((head) => `${head}_${letters(16)}`),
    `whsec_${letters(24)}`,
  ],
  'npm-token': [`npm_${letters(36)}`],
  'gitlab-token': ['pat', 'ptt', 'dt', 'rt', 'cbt', 'ft', 'soat', 'agent'].map(
    (of) => `gl${of}-${letters(20)}`,
  ),
  'sendgrid-key': [`SG.${letters(16)}.${letters(30)}`],
  'huggingface-token': [`hf_${letters(30)}`],
  'pypi-token': [`pypi-AgE${letters(50)}`],
  'twilio-key': [`SK${hex(32)}`],
  'digitalocean-token': [...'oprt'].map((sign) => `do${sign}_v1_${hex(64)}`),
  jwt: [`eyJ${letters(8)}.eyJ${letters(8)}.${letters(8)}`],
  'groq-key': [`gsk_${letters(40)}`],
  'xai-key': [`xai-${letters(60)}`],
  'openrouter-key': [`sk-or-${letters(32)}`, `sk-or-v1-${hex(64)}`],
  'vault-token': [...'sbr'].map((sign) => `hv${sign}.${letters(24)}`),
  'databricks-token': [`dapi${hex(32)}`, `dapi${hex(32)}-2`],
  'docker-token': [`dckr_pat_${letters(20)}`, `dckr_oat_${letters(20)}`],
  'atlassian-token': [`ATATT3${letters(40)}`],
  'telegram-token': [`12345678:AA${letters(33)}`],
}

/** Where it stands, texts of which only the part in the angle quotes is secret. */
const PARTS: Record<string, readonly string[]> = {
  'aws-secret-key': [
    `aws_secret_access_key = «${letters(40)}»`,
    `AWS_SECRET_KEY: "«${letters(40)}»"`,
    `awsAccessKey => '«${letters(40)}»'`,
  ],
  'url-password': [
    `postgres://app:«${PASSWORD}»@db/shop`,
    `redis://:«pw1»@cache:6379/0`,
    `see https://ann:«s3cr3t»@host/x`,
  ],
  'url-token': [
    ...['xK9fQ2mLp7Rt', 'b83a0f1c92d7', '7kqpm3zt4wv2', 'Zt4xW8uB2nHq6', 'q8v2k5x9d3m7w1', 'eD5vR1yK8cJ3sG0'],
    ...[hex(32), letters(20)],
  ].map((token) => `https://«${token}»@git.lan/x.git`),
  bearer: [`authorization: bearer «${letters(16)}»`],
  'basic-auth': [`Authorization: Basic «${letters(12)}»`, `"authorization":"Basic «${letters(12)}»"`],
  'azure-key': ['AccountKey', 'SharedAccessKey', 'sig'].map((name) => `${name}=«${letters(40)}»;x`),
  'registry-token': [`//r/:_authToken=«${letters(16)}»`, `_auth = "«${letters(16)}»"`],
  login: [
    `-u app:«${PASSWORD}» http://x`,
    `curl -uapp:«${PASSWORD}» http://x`,
    `curl --user 'app:«${PASSWORD}»' http://x`,
    `curl --proxy-user=app:«${PASSWORD}» http://x`,
  ],
  netrc: [`machine h login app  password «${PASSWORD}»`],
  option: [
    'token',
    'password',
    'passwd',
    'secret',
    'api-key',
    'access-token',
    'auth-token',
    'client-secret',
  ].flatMap((name) => [`run --${name} «${PASSWORD}»`, `run --${name}="«${PASSWORD}»" x`]),
  header: ['X-API-Key', 'x-auth-token', 'Api-Key', 'PRIVATE-TOKEN'].map(
    (name) => `${name}: «${letters(12)}»`,
  ),
  'named-secret': [
    ...[
      'password',
      'passwd',
      'passphrase',
      'pwd',
      'pass',
      'secret',
      'token',
      'api_key',
      'apiKey',
      'access-key',
    ],
    ...[
      'accessKey',
      'AccessKey',
      'private_key',
      'secretKey',
      'SecretKey',
      'dbSecret',
      'userToken',
      'dbPassword',
    ],
    ...['client_secret', 'my_own_db_password'],
  ].flatMap((name) => [`${name}=«${PASSWORD}»`, `"${name}": "«${PASSWORD}»"`, `${name} => '«${PASSWORD}»'`]),
  'assigned-secret': [
    ...['PASSWORD', 'PASSWD', 'SECRET', 'TOKEN', 'API_KEY', 'APIKEY', 'PRIVATE_KEY', 'ACCESS_KEY'],
    ...['DB_PASSWORD', 'MY_OWN_DB_TOKEN_2'],
  ].flatMap((name) => [`${name}=«${PASSWORD}»`, `${name}: '«${PASSWORD}»'`, `"${name}": "«${PASSWORD}»",`]),
}

const ROWS = [
  ...Object.entries(WHOLE).flatMap(([kind, all]) => all.map((text) => [kind, text, text] as const)),
  ...Object.entries(PARTS).flatMap(([kind, all]) =>
    all.map((text) => [kind, text.replace(/[«»]/g, ''), /«(.*)»/.exec(text)?.[1] ?? ''] as const),
  ),
]

it.each(ROWS)('finds a %s where nothing else stands (%#)', (kind, text, secret) => {
  for (const [before, after] of [
    ['', ''],
    ['it said ', ''],
    ['first\n', '\nlast'],
  ]) {
    const shown = before + text + after
    const found = findSecrets(shown)
    expect(found.map((one) => shown.slice(one.start, one.end))).toEqual([secret])
    if (text === secret) expect(found[0]?.kind).toBe(kind)
  }
})

it('takes a key that was cut off for one to its last letter', () => {
  const cut = `-----BEGIN EC PRIVATE KEY-----\n${letters(64)}`
  expect(findSecrets(`${cut}! more`)).toEqual([{ kind: 'private-key', start: 0, end: cut.length }])
})

it('knows at least 150 published formats, and finds what each of them makes from end to end', () => {
  expect(VENDORS.length).toBeGreaterThanOrEqual(150)
  const missed = VENDORS.flatMap(({ kind, format }) => {
    const made = fc.stringMatching(new RegExp(`^(?:${format.replace(/\(\?![^)]*\)/g, '')})$`))
    return fc
      .sample(made, { numRuns: 5, seed: 24 })
      .filter((text) => /\d/.test(text) && findSecrets(`is ${text}`)[0]?.end !== `is ${text}`.length)
      .map((text) => `${kind}: ${text}`)
  })
  expect(missed).toEqual([])
})

it.each([
  ['a character short', `ghp_${letters(29)}`],
  ['a character short', `sk-ant-${letters(19)}`],
  ['a character short', `AKIA${upper(15)}`],
  ['inside a longer word', `AKIA${upper(16)}x`],
  ['inside a longer word', `XAKIA${upper(16)}`],
  ['inside a longer word', `task-${letters(32)}`],
  ['a character short', `xoxb-${letters(9)}`],
  ['a character short', `AIza${letters(34)}`],
  ['a character short', `npm_${letters(35)}`],
  ['a character short', `glpat-${letters(19)}`],
  ['a character short', `hf_${letters(29)}`],
  ['a character short', `pypi-AgE${letters(49)}`],
  ['a digit more', `SK${hex(33)}`],
  ['a digit short', `dop_v1_${hex(63)}`],
  ['no signature', `eyJ${letters(8)}.eyJ${letters(8)}`],
  ['a character short', `gsk_${letters(39)}`],
  ['a character short', `xai-${letters(59)}`],
  ['a character short', `hvs.${letters(23)}`],
  ['a digit more', `dapi${hex(33)}`],
  ['a character short', `dckr_pat_${letters(19)}`],
  ['a character short', `ATATT3${letters(39)}`],
  ['seven digits', `1234567:AA${letters(33)}`],
  ['a public key', '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----'],
  ['a user and no password', 'ssh://git@host:22/x'],
  ...[
    ...[
      'git',
      'deploy',
      'oauth2',
      'x-access-token',
      'gitlab-ci-token',
      'firstname.lastname',
      'ann%40shop.com',
    ],
    ...[
      'build-agent-01',
      'ci_runner_02',
      'jenkins2024ci',
      'team42deploy01',
      'user1234567890',
      'k8s-deploy-v2',
    ],
    ...[
      'MaryAnnLee99',
      'JohnSmith1985',
      'DevOpsTeamBot1',
      'QA1TeamUser22',
      'JoAnneMcDonald',
      'jschwartz2024',
    ],
    ...['i18n-bot-2025', 'svc-git-prod01', 'web2print4you', 'maximiliane', 'anna.k.1985.x', 'GitHubActions'],
  ].map((user) => ['a name of a user', `git clone https://${user}@git.lan/x.git`]),
  ['a port and an at sign', 'http://localhost:3000/a@b'],
  ['a variable', 'postgres://app:$DB_PASSWORD@db/shop'],
  ['prose', 'the bearer of the token is asked'],
  ['a variable', 'Authorization: Bearer $ACCESS_TOKEN_OF_THE_APP'],
  ['a user and a group', 'docker run --user 1000:1000 x'],
  ['read from the input', 'docker login --password-stdin'],
  ['a place to fill in', 'run --token <your-token>'],
  ['a place to fill in', 'X-API-Key: your-api-key-here'],
  ['a type', 'password: string'],
  ['a call', 'token = tokens.next_one(2)'],
  ['a member', 'secret = config.secret_2'],
  ['masked by another', 'password=********'],
  ['masked here', 'TOKEN=«secret:github-token:1»'],
  ['an empty text', 'PASSWORD=""'],
  ['too short for one', 'TOKEN=ab1'],
])('takes for no secret what is %s: %s', (_, text) => {
  expect(findSecrets(text)).toEqual([])
})
