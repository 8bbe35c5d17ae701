import { rememberedLatest } from '../../memory/remembered.ts'

/** How much a name says of its value: a password may be any word, a token is drawn at random, a faint name needs a long random value. */
export type Certainty = 'password' | 'token' | 'faint'

const words = (text: string) => new Set(text.trim().split(/\s+/))

const PASSWORD =
  words(`password passwd passwort pwd pw pass passphrase passcode psw pswd passwrd kennwort zugangscode losungswort
  mdp motdepasse clave senha parola geslo 密码 密碼 口令 パスワード 비밀번호 mnemonic seedphrase requirepass storepass keypass userpass dbpass rootpw bindpw
  passe psk wpapsk masterauth authtok`)
const TOKEN =
  words(`token secret apikey accesskey secretkey privatekey authkey authtoken bearer jwt credential credentials creds geheimnis
  geheim schluessel apitoken accesstoken clientsecret bottoken pat signingkey encryptionkey masterkey accountkey sharedkey
  sharedaccesskey apisecret appsecret zugangsdaten schlüssel securestring jeton секрет токен ключ 密钥 令牌`)
const FAINT =
  words(`auth authorization session sessionid sessid phpsessid jsessionid cookie signature sig hmac salt seed otp totp
  sas login xsrf csrf encrypt macaroon`)
/** Nouns that other languages bend. */
const BENT =
  /^(?:l[öo]senord|adgangskod|passord|wachtwoord|has[łl]|hesl|contrase[ñn]|[şs]ifre|парол|лозинк|lozink|jelsz|salasan|slapta[žz]od)\p{L}{0,4}$/u
/** What makes a key one that is kept from others. */
const OF_KEY =
  words(`api access secret private encryption encrypt signing sign account shared master subscription deploy ssh auth
  storage app application client webhook session hmac jwt consumer service server admin integration license licence write read root
  rsa aes crypt crypto cipher storageaccount sas function host maps recaptcha developer dev restricted publishable
  user bot org team project ingest routing gpg pgp pem tls ssl wallet vault unseal recovery registration enrollment personal stream setup symmetric totp otp preshared`)
/** Words after the noun that leave it a secret. */
const AFTER =
  words(`prod production dev development staging stage live test testing old new current previous primary secondary default
  main backup admin root user db database api value val plain plaintext raw b64 base64 hex string str text confirm confirmation again
  repeat id1 enc dec env override local remote master slave replica read write rw ro web app bot server client internal external a b x
  eu us de uk ci txt key keys base acceso api xml json data system secreta secreto secrète privada privado privée`)
/** Words anywhere before the noun that make it something else. */
const VOID =
  words(`public pub no not has is num max min count total next prev prompt completion eos bos pad unk cls sep stop special
  forgot invalid wrong missing bad expected parse peek consume websocket socket mk gen`)
/** Words before a key that make it one of a table. */
const VOID_KEY = words(
  'foreign sort cache partition map object dict hash idempotency index query lookup primarykey fingerprint thumb',
)
const NOT_PASS = /^(?:by|com|sur|tres|encom|over|under|im|mk)pass(?:wd)?$|^mkpasswd$/
const ENDS = /(?:password|passwd|passwort|kennwort|passphrase|pwd|pass)$/
const ENDS_TOKEN =
  /(?:schl(?:ü|ue)ssel|secret|token|apikey|accesskey|secretkey|privatekey|accountkey|signingkey|authkey)$/

/** An id that sorts by time: drawn letters of it may spell a name, as in ...F1PW. */
const ID = /^(?:\p{L}{1,3}_)?[0-7][0-9A-HJKMNP-TV-Z]{25}$/u

/** What a name means, split at case, dots, dashes and underscores; null where it names no secret. */
export function meaningOf(name: string): Certainty | null {
  return rememberedLatest(MEANINGS, name, MOST_MEANINGS, () => readMeaning(name))
}

/** The same names stand in every file of a project, and reading one takes longer than finding it. Ours. */
const MEANINGS = new Map<string, Certainty | null>()
const MOST_MEANINGS = 4_096

function readMeaning(name: string): Certainty | null {
  if (ID.test(name)) return null
  const parts = partsOf(name)
  for (let last = parts.length - 1; last >= 0 && last >= parts.length - 3; last--) {
    const part = parts[last] ?? ''
    const before = parts.slice(0, last)
    const found = meaningOfPart(part, before)
    if (found) {
      const isKey = /keys?$/.test(part)
      return before.some((one) => VOID.has(one) || (isKey && VOID_KEY.has(one))) ? null : found
    }
    const isIdOfSecret = part === 'id' && before.at(-1) === 'secret'
    if (!/^v?\d+$/.test(part) && !AFTER.has(part) && !isIdOfSecret) return null
  }
  return null
}

export function partsOf(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})|(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1$3 $2$4')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .flatMap((part) => (TOKEN.has(part) || PASSWORD.has(part) ? [part] : part.split(/(?<=\p{L})(?=\d+$)/u)))
    .filter((part) => part !== '')
}

function meaningOfPart(word: string, before: readonly string[]): Certainty | null {
  const part = word.replace(/(?<=password|passphrase|secret|token|key)s$/, '')
  // FAIL_TO_PASS, tests_pass: what tests do.
  if (part === 'pass' && /^(?:to|tests?|must|should|all)$/.test(before.at(-1) ?? '')) return null
  if (PASSWORD.has(part) || BENT.test(part)) return 'password'
  if (TOKEN.has(part)) return 'token'
  if (part === 'phrase' && before.at(-1) === 'pass') return 'password'
  if (part === 'seed' && /^(?:t?otp|mfa|2fa|wallet)$/.test(before.at(-1) ?? '')) return 'token'
  if (part === 'key') {
    if (before.some((one) => OF_KEY.has(one))) return 'token'
    return before.length > 0 ? 'faint' : null
  }
  if (/^codes?$/.test(part)) return /^(?:recovery|backup|time)$/.test(before.at(-1) ?? '') ? 'token' : null
  if (FAINT.has(part) || (part === 'sid' && before.every((one) => one === 'connect'))) return 'faint'
  if (part === 'pepper' && before.length > 0) return 'token'
  if (/.salt$/.test(part)) return 'faint'
  if (part.endsWith('key') && OF_KEY.has(part.slice(0, -3))) return 'token'
  if (ENDS.test(part) && !NOT_PASS.test(part)) return 'password'
  return ENDS_TOKEN.test(part) ? 'token' : null
}
