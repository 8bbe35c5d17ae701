import { type Certainty, meaningOf, partsOf } from './names.ts'

/** What stands where a secret would: blanks to fill in, masks, variables, lookups, addresses of a vault, paths. */
const PLACEHOLDER =
  /^(?:[x*.…•#?_-]{3,}|[*.•]{3,}.{0,8}|--?[a-z].*|<[^>]{0,80}>?|\$[A-Za-z_{(].*|%[A-Za-z_(][\w.()]{0,60}[%sd]?|\{\{.*|[@!][A-Z]\w+.*|\[[A-Z _-]+\]|#\{.*|(?:your|my|some|the|a|an|insert|enter|put|paste|add|replace|set|change|choose|use)[-_ ].*|(?:test|dummy|fake|example|sample|changeme|change_?me|change-me|placeholder|redacted|hidden|masked|filtered|null|nil|none|undefined|true|false|todo|tbd|n\/a|string|str|bytes|text|required|optional|empty|default|password|passwd|secret|token|key|apikey|api_key)[-_a-z]{0,24}\d{0,3}|replace.{0,20}|.{0,40}[-_]?(?:here|goes[-_]here|placeholder|redacted|example)|(?:op|vault|ssm|secret|env|keyring|file|ref\+\w+|awssm|gcpsm|akv):.{0,200}|(?:arn|urn):.{0,200}|0x[0-9a-f]{1,8}|projects\/.{0,200}|«secret:.{0,60}|-----BEGIN.{0,60}|(?:https?|s3|gs|file):\/\/.{0,300}|(?:~|\.{1,2})?\/[\w.-]+(?:\/.{0,200})?|[A-Za-z]:\\.{0,200})$/i
/** Calls, members, subscripts, generic types, operators. */
const CODE =
  /^(?:[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)*(?:[([].*|<[^<>]*(?:<[^<>]*>[^<>]*)?>[\])?;]*|(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*[!?]?)|[({[|&=!<>~+].*|(?:await|new|yield|return|lambda|function|typeof|not|async|self|this)\b.*|.*(?:=>|\|\||&&|\?\?|===|!==).*)$/
/** Pieces of patterns and templates. */
const PATTERN = /\$\{|\(\?[:=!<]|\\[wdsSWDb.$/][+*{]|\]\{\d|^\/.*\/[gimsuy]{0,4}$/
const TYPE =
  /^(?:u?int|float|double|u|i|f|utf|base|sha|md|hs|rs|es|ps|aes|rsa|bcrypt|scrypt|argon|oauth|http|x|v|n|k)-?\d{0,4}(?:[-_]\d{1,4})?(?:_t|array|\[\])?\??$/i
/** A word or two with a number: what variables, tests and versions are called. */
const NAMELIKE = /^[A-Za-z]*\d{0,3}(?:[-_.:/ ](?:[A-Za-z]+\d{0,2}|\d{1,4}|v\d{1,3}))+$/

/** Whether a value under a name of this certainty is a secret, and not a type, a call, a blank, a variable. */
export function isSecretValue(value: string, certainty: Certainty, quoted: boolean): boolean {
  if (value.length < (certainty === 'password' ? 5 : 8) || value.length > 4_000) return false
  if (PLACEHOLDER.test(value) || TYPE.test(value) || PATTERN.test(value)) return false
  if (/[\s]/.test(value)) return certainty === 'password' && quoted && isPhrase(value)
  if (CODE.test(value) && !(quoted && certainty !== 'faint' && isDense(value))) return false
  if (namesSecret(value)) return false
  if (certainty === 'faint') return isRandom(value) && value.length >= 16
  if (certainty === 'token') return isRandom(value) || isDense(value)
  if (/^[a-z]+(?:-[a-z]+){3,}$/.test(value)) return true
  if (/^\d+$/.test(value)) return value.length >= 6
  if (isRandom(value) || isShuffled(value)) return true
  if (NAMELIKE.test(value)) return quoted && /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value)
  return isDense(value) || /^(?=.*[a-z])(?=.*\d)/i.test(value) || /[^ -~]/.test(value)
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

/** Letters and digits in short runs, as drawn at random: words have long ones. */
export function isRandom(value: string): boolean {
  const letters = value.replace(/%[0-9A-F]{2}|[^A-Za-z0-9]/g, '')
  if (letters.length < 8) return false
  const runs = letters.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g)?.length ?? 0
  if (!/\d/.test(letters)) return letters.length >= 10 && runs / letters.length > 0.35
  return (
    runs / letters.length >= 0.25 || (letters.length >= 12 && /[bcdfghjklmnpqrstvwxz]{6,}/i.test(letters))
  )
}

/** Letters only, small and capital in short runs. */
function isShuffled(value: string): boolean {
  const runs = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)?.length ?? 0
  return /^[A-Za-z]{8,}$/.test(value) && runs / value.length >= 0.3
}

/** A phrase of words, or a sentence with a password's signs; not a message about one. */
function isPhrase(value: string): boolean {
  if (value.length > 120) return false
  if (
    /\b(?:the|is|are|must|your|please|not|or|and|to|for|of|a|an|at|least|enter|this|that|in|with|be|was|by|if|no)\b/i.test(
      value,
    )
  ) {
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
