import { type Certainty, meaningOf, partsOf } from './names.ts'

/** What stands where a secret would: blanks to fill in, masks, variables, lookups, addresses of a vault, paths. */
const PLACEHOLDER =
  /^(?:[x*.…•#?_-]{3,}|[*.•]{3,}.{0,8}|--?[a-z][a-z-]*(?:[=\s].*)?|<[^>]{0,80}>?|\$[A-Za-z_{(].*|%[A-Za-z_(][\w.()]{0,60}[%sd]?|\{\{.*|[@!][A-Z]\w+(?:[\s.:({[|/-].*)?|(?:Read|Get|New|ConvertTo)-[A-Z]\w+|\[[A-Z _-]+\]|#\{.*|(?:an?|the)[-_ ](?:[a-z]{2,}(?:[-_ ]|$)).*|(?:your|my|some|insert|enter|put|paste|add|replace|set|change|choose|use|generate|created?)[-_ ].*|(?:test|dummy|fake|example|sample|change[-_]?me|placeholder|redacted|hidden|masked|filtered|default|undefined|password|passwd|secret|apikey|api_key)[-_a-z]{0,24}\d{0,3}|(?:null|nil|none|true|false|todo|tbd|n\/a|string|str|bytes|text|required|optional|empty|token|key)(?:[-_][-_a-z]{0,24}|s|value|name|test|here|string)?\d{0,3}|replace.{0,20}|.{0,40}[-_]?(?:here|goes[-_]here|placeholder|redacted|example)|(?:op|vault|ssm|secret|env|keyring|file|ref\+\w+|awssm|gcpsm|akv):.{0,200}|(?:arn|urn):.{0,200}|0x[0-9a-f]{1,8}|\[?(?:String|Int|ID|Float|Boolean|[A-Z]\w{0,40}Input)!?\]?!?|projects\/.{0,200}|«secret:.{0,60}|-----BEGIN.{0,60}|[a-z][a-z0-9+.-]{1,20}:\/\/[^@]{0,300}|(?:https?|s3|gs|file):\/\/.{0,300}|(?:~|\.{1,2})?\/[\w.-]+(?:\/.{0,200})?|[A-Za-z]:\\.{0,200})$/i
/** Calls, members, subscripts, generic types, operators. */
const CODE =
  /^(?:[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)*(?:[!?]?[([].*|<[^<>]*(?:<[^<>]*>[^<>]*)?>[\])?;]*|(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*[!?]?)|[({[|&=!<>~+].*|(?:await|new|yield|return|lambda|function|typeof|not|async|self|this)\b.*|.*(?:=>|\|\||&&|\?\?|===|!==).*)$/
/** Pieces of patterns and templates. */
const PATTERN = /\$\{|\[\^|\(\?[:=!<]|\\[wdsSWDb.$/][+*{]|\]\{\d|^\/.*\/[gimsuy]{0,4}$/
const TYPE =
  /^(?:u?int|float|double|u|i|f|utf|base|sha|md|hs|rs|es|ps|aes|rsa|bcrypt|scrypt|argon|oauth|http|x|v|n|k)-?\d{0,4}(?:[-_]\d{1,4})?(?:_t|array|\[\])?\??$/i
/** A word or two with a number: what variables, tests and versions are called. */
const NAMELIKE = /^[A-Za-z]*\d{0,3}(?:[-_.:/ ](?:[A-Za-z]+\d{0,2}|\d{1,4}|v\d{1,3}))+$/

/** A word in small letters with a capital before it and two digits or more behind a sign, as people make a password of a word. */
const WORD_AND_NUMBER = /^[A-Z][a-z]{2,}[-_.!][0-9]{2,8}$/
/** Two words or more and a number, as people make one they can say. */
export const WORDS_AND_NUMBER =
  /^(?:[a-z]{4,}(?:-[a-z]{4,})+|[A-Z][a-z]{2,}(?:[-_.][A-Z][a-z]{2,})+[-_.]?)\d{1,8}$/
/** Pieces joined by dots, drawn at random: no members of an object. */
const DRAWN = /^(?=.{0,60}[a-z])(?=.{0,60}[A-Z])(?=.{0,60}\d)[\w-]{6,}(?:\.[\w-]{6,})+$/
/** Base64 may begin like a path or a sum. */
const LONG_BASE64 = /^[+/-][A-Za-z0-9+/_-]{30,}={0,2}$/
/** A key of 16 bytes or more; letters spelt so have long runs of digits. */
const HEX = /^(?=\d{0,100}[a-f])(?:[a-f\d]{2}){16,64}$/
/** Rules of a form, joined as validators join them. */
const RULES = /^[a-z_]+(?::[\w,]+)?(?:\|[a-z_]+(?::[\w,]+)?)+$/

/** Whether a value under a name of this certainty is a secret, and not a type, a call, a blank, a variable. */
export function isSecretValue(value: string, certainty: Certainty, quoted: boolean): boolean {
  if (value.length < (certainty === 'password' ? 5 : 8) || value.length > 4_000) return false
  if (quoted && isNoise(value)) return true
  if (LONG_BASE64.test(value) && /\d/.test(value) && isRandom(value)) return true
  if (value.length >= 40 && DRAWN.test(value) && isRandom(value)) return true
  if (RULES.test(value)) return false
  if (PLACEHOLDER.test(value) || TYPE.test(value) || PATTERN.test(value)) return false
  if (/[\s]/.test(value)) return certainty === 'password' && quoted && isPhrase(value)
  if (certainty === 'password' && isDrawnAroundADot(value)) return true
  if (isDrawnAfterADot(value)) return true
  // No member begins with a digit.
  const isLiteral = quoted || (certainty === 'password' && /\.\d/.test(value) && isChosen(value))
  if (CODE.test(value) && !(isLiteral && certainty !== 'faint' && (isDense(value) || isChosen(value))))
    return false
  if (namesSecret(value)) return false
  if (certainty === 'faint') return isRandom(value) && value.length >= 16
  if (certainty === 'token') return isRandom(value) || isDense(value) || HEX.test(value)
  if (/^[a-z]+(?:-[a-z]+){3,}$|^(?=.*[bcdfghjklmnpqrstvwxz]{5})[a-z]{16}$/.test(value)) return true
  if (/^\d+$/.test(value)) return value.length >= 6
  if (isRandom(value) || isShuffled(value)) return true
  if (WORD_AND_NUMBER.test(value) || WORDS_AND_NUMBER.test(value)) return true
  if (NAMELIKE.test(value))
    return isChosen(value, isLiteral ? NAMELIKE : /^[^._ ]*-|^\p{Lu}\p{L}*_\p{Ll}*\d+$/u)
  return (
    isDense(value) || /^(?=.*[a-z])(?=.*\d)/i.test(value) || (/[^ -~]/.test(value) && /[^\p{L}]/u.test(value))
  )
}

/** Words of code, tests and settings: a value that is made of one is the name of something. */
const NAMES = new Set(
  `test tests testing mock fake dummy example sample demo valid invalid wrong bad correct user users username name field form label input
  type error message config settings setting env environ auth login signin app service api id version length min max required
  schema model page reset change forgot forgotten hash hashed server client request req response res options opts args params props
  self this process data value values string object default undefined null none http https www com org net io js ts py json
  yaml md v1 v2 v3 windows iso utf latin ascii aes sha rsa cbc gcm step section index icon button text title view screen route path url link file class method function`.split(
    /\s+/,
  ),
)

/** Words joined by signs, with a digit or a capital among them, as people make a password that they can say. */
export function isChosen(value: string, shape = NAMELIKE): boolean {
  if (
    value.length > 48 ||
    !shape.test(value) ||
    !/^[^\d:/][^:/]{5,}$/.test(value) ||
    !/\p{L}{4}/u.test(value)
  )
    return false
  const isMixed = /\p{Ll}/u.test(value) && (/\d/.test(value) || /\p{Lu}/u.test(value))
  return isMixed && !partsOf(value).some((part) => NAMES.has(part) || meaningOf(part) !== null)
}

/** Methods that have a number. */
export const METHOD =
  /^(?:base|utf|sha|md|pbkdf|oauth|argon|bcrypt|ed|secp|aes|rsa|rs|hs|es|ps|python|http|ipv?|iso|latin|win|cp|x|v)-?\d/i

/** A word with a number in it, or words joined with one: what people choose and can say. */
export function isSayable(value: string): boolean {
  if (METHOD.test(value)) return false
  return (/\d/.test(value) && isChosen(value)) || /^\p{L}{4,}\d{1,4}\p{L}{3,}$/u.test(value)
}

/** Words joined by signs, blanks or capitals, none of which code and settings are named by: for places in which only a password is written. */
export function isWords(value: string): boolean {
  if (value.length < 10 || PLACEHOLDER.test(value) || !/^\p{L}+(?:[-_. ]\p{L}+)*$/u.test(value)) return false
  const parts = partsOf(value)
  return (
    parts.length >= 2 &&
    parts.every((part) => /^\p{L}{2,}$/u.test(part) && !NAMES.has(part) && meaningOf(part) === null)
  )
}

/** A key after a dot: runs too short for the members of an object. */
function isDrawnAfterADot(value: string): boolean {
  const last = /^[\w-]{1,12}\.([A-Za-z0-9]{20,})$/.exec(value)?.[1] ?? ''
  const runs = last.match(RUN)?.length ?? 0
  return [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(last)) && runs / last.length >= 0.33
}

/** A generated password with a dot in it: runs too short and too many for members of an object. */
function isDrawnAroundADot(value: string): boolean {
  if (value.length < 12 || !/^[\w-]+(?:\.[\w-]+)+$/.test(value)) return false
  const runs = value.match(RUN)?.length ?? 0
  return [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(value)) && runs >= 5 && runs / value.length >= 0.3
}

/** A word or a few without any sign, in a place where only a secret is written: a line `DB_PASSWORD=` of a shell, a block of YAML. */
export function isPlainSecret(value: string): boolean {
  if (PLACEHOLDER.test(value) || value.split(' ').some((word) => meaningOf(word) !== null)) return false
  return /^(?:[a-z]{8,40}|[a-z]{3,20}(?: [a-z]{3,20}){2,11})$/.test(value) && !STOP.test(value)
}

/** An identifier that itself is called a secret: a reference, a name of a field, a test. */
function namesSecret(value: string): boolean {
  if (!/^[A-Za-z_][\w.-]*$/.test(value) || value.length > 60) return false
  const parts = partsOf(value)
  if (!parts.every((part) => /^(?:\p{L}{2,}|\p{L}|v?\d{1,4})$/u.test(part))) return false
  return parts.some((part) => meaningOf(part) !== null) && parts.length > 1 && !isRandom(value)
}

/** Small and capital letters, digits and signs: three of the four, with a digit or a sign that no name has. */
export function isDense(value: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length
  return kinds >= 3 && /[!@#$%^&*?~+=|]|\d/.test(value) && !NAMELIKE.test(value)
}

const RUN = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g
/** Letters and digits in short runs, as drawn at random: words have long ones. */
export function isRandom(value: string): boolean {
  const letters = value.replace(/%[0-9A-F]{2}|[^A-Za-z0-9]/g, '')
  if (letters.length < 8) return false
  const runs = letters.match(RUN)?.length ?? 0
  if (!/\d/.test(letters)) return letters.length >= 10 && runs / letters.length > 0.35
  return (
    runs / letters.length >= 0.25 || (letters.length >= 12 && /[bcdfghjklmnpqrstvwxz]{6,}/i.test(letters))
  )
}

/** A short name, as users have: long runs of letters or digits, or two syllables. */
export function isSpoken(value: string): boolean {
  const runs = value.match(RUN)?.length ?? 0
  const syllables = value.match(/[^aeiouyAEIOUY\d\W_][aeiouy]{1,2}[b-df-hj-np-tv-xz]/g)?.length ?? 0
  return syllables > 1 || runs < (/[^A-Za-z0-9]/.test(value) ? 7 : /[A-Z]/.test(value) ? 5 : 4)
}

/** Letters, digits and many signs, blanks among them: salts and keys that a generator wrote. */
function isNoise(value: string): boolean {
  const signs = new Set(value.replace(/[A-Za-z0-9\s'",.]/g, ''))
  return (
    !/[A-Za-z]{6,}|\$\{/.test(value) &&
    value.length >= 32 &&
    signs.size >= 8 &&
    [/\d/, /[a-z]/, /[A-Z]/].every((kind) => kind.test(value))
  )
}

/** Letters only, small and capital in short runs. */
export function isShuffled(value: string): boolean {
  const runs = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)?.length ?? 0
  return /^[A-Za-z]{8,}$/.test(value) && runs / value.length >= 0.3
}

const STOP =
  /\b(?:the|is|are|must|your|please|not|or|and|to|for|of|a|an|at|least|enter|this|that|in|with|be|was|by|if|no)\b/i

/** A phrase of words, or a sentence with a password's signs; not a message about one. */
function isPhrase(value: string): boolean {
  if (value.length > 120) return false
  if (STOP.test(value)) {
    return (
      /\d/.test(value) &&
      /[!@#$%^&*?~+]/.test(value) &&
      !/\b(?:password|must|least|characters?)\b/i.test(value)
    )
  }
  const words = value.split(/\s+/)
  if (words.some((word) => meaningOf(word) !== null || /[()[\]{}=<>$]/.test(word))) return false
  return (
    (words.length >= 4 && words.every((word) => /^[\p{L}]{2,}\d{0,4}[!?.]?$/u.test(word))) ||
    (/\d|[!@#$%^&*?~+]/.test(value) && !words.every((word) => NAMELIKE.test(word)))
  )
}
