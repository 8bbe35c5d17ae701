import { otherValues } from './lists.ts'
import { type Certainty, meaningOf } from './names.ts'
import {
  isChosen,
  isDense,
  isPlainSecret,
  isRandom,
  isSayable,
  isSecretValue,
  isShuffled,
  isWords,
  METHOD,
  WORDS_AND_NUMBER,
} from './values.ts'
import { vendorFormats } from './vendors.ts'
import type { View } from './views.ts'

/** Part of every name that means a secret. */
const NOUN =
  /pass|(?<=pass )phrase|pwd|psw|psk|(?<=(?:recovery|backup|one-time)[ _-])codes?|jeton|remember|login(?=\s?[=:])|pw(?![a-z])|secret|token|key|auth|cred|bearer|jwt|sess|sid(?![a-z])|cookie|sig|hmac|macaroon|salt|pepper|seed|otp|sas|licen[cs]e|webhook|dsn|[cx]srf|mnemonic|kennwort|zugang|losungswort|geheim|schl(?:ü|ue)ssel|mdp|contrase|clave|senha|wachtwoord|l[öo]senord|has[łl][aoe]|hesl[aou]|jelsz|parol|[şs]ifre|salasana|adgangskod|passord|lozink|geslo|slapta|mật khẩu|rootpw|bindpw|pat(?![a-z])|парол|лозинк|encrypt(?=["']?\s?[:=])|секрет|токен|ключ|密[码碼钥]|口令|令牌|パスワード|비밀번호/gi
const NAME_SIGN = /[\p{L}\d_.$-]/u
const IS_NAME_SIGN = Array.from({ length: 128 }, (_, code) => NAME_SIGN.test(String.fromCharCode(code)))
const isNameSign = (text: string, at: number) =>
  IS_NAME_SIGN[text.charCodeAt(at)] ?? NAME_SIGN.test(text.charAt(at))
const LONGEST_NAME = 80

/** What may stand between a name and its value, and how sure it is that a value follows. */
const JOINTS: readonly {
  joint: RegExp
  how: 'given' | 'element' | 'assigned' | 'quoted' | 'called' | 'said'
}[] = [
  {
    joint:
      /["']?\s{0,3}(?:[,:]?\s{0,40}(?:["']?Type["']?: ?\S{1,30}\s{1,40})?["']?|[:=]?\s{0,3}\{[^{}]{0,120}?\b["']?|[^\n]{0,60}\s--?)(?:\w{0,12}value|key|val|stringValue|defaultValue|default|content|plaintext|body|secret-string)["']?(?:\s{0,3}[:=]\s{0,3}|(?<=--?\w{1,14})\s)/iy,
    how: 'given',
  },
  {
    joint:
      /["'`]?\]?\s{0,3}(?:=>|[:=])\s{0,3}(?:<%=\s{0,3})?(?:[\w.$]{2,40}(?:[[(](?:["'][\w.]{1,60}["'])?[\])])?)\s{0,3}(?:\|\||\?\?|\bor\b)\s{0,3}(?=["'`])/y,
    how: 'quoted',
  },
  // What stands in for a variable that is not set.
  {
    joint:
      /["'`]?[\])}]{0,2}\s{0,3}(?:\|\||\?\?|\?:|\/\/|\bor\b|\{|\.(?:unwrap_or|or_else|orElse|getOrElse)\w{0,8}\((?:\|_?\||\(\)\s->)?)\s{0,3}(?=["'`])/y,
    how: 'quoted',
  },
  // What a field of that name is filled with, or held against.
  {
    joint:
      /["'`]?\){0,2}\s{0,20}\.(?:set|fill|type|send_?keys|set_?value|press_?sequentially|equals|eq|to(?:strict)?(?:be|equal)|is_?equal_?to)\(\s{0,3}(?=["'`])/iy,
    how: 'quoted',
  },
  // The second of two that are given at once.
  { joint: /(?<=,[ \t]?\w{1,40})[ \t]?=[ \t]?["'][^"'\n]{1,60}["'],[ \t]?(?=["'])/y, how: 'quoted' },
  // A label of its own in a page, a table or a mail.
  {
    joint: /[*_`]{0,3}:?[*_`]{0,3}<\/\w{1,10}>\s{0,20}(?:<\w{1,10}[^<>\n]{0,60}>\s{0,10})?/y,
    how: 'given',
  },
  // What a command that names it reads from a string.
  { joint: /["'`]?[^\n<]{0,60}<<<\s?/y, how: 'given' },
  { joint: /<\/(?:key|name|string|entry)>\s{0,40}<(?:string|value)>/iy, how: 'element' },
  {
    joint: /(?:["'\s][^<>\n]{0,80})?>\s{0,40}(?:<(?:value|string|text)>\s{0,10})?(?:<!\[CDATA\[)?/iy,
    how: 'element',
  },
  {
    joint:
      /(?:["'`]{0,3}|\*\*)\]?[ \t]{0,20}(?::[ \t]?(?:&(?:'\w{1,20}[ \t])?)?[A-Za-z_][\w.<>[\]|?]{0,40}[ \t]{0,3}=(?=[ \t]{0,20}[^\s=])|(?:[ \t]As)?[ \t](?:string|String|str)[ \t]?=(?!=)|\{ ?get;[^{}\n]{0,20}\}[ \t]=|(?<=\$\{[\w.]{1,80}):?[-=]|={1,3}>?|<-|:=|::|[?+]=|:|→|->|！|：|\}\{)\*{0,2}\s{0,20}(?:&\w{1,30}[ \t]|!!?str[ \t]|[a-z]{3,9}\(\d{1,5}\)[ \t])?/y,
    how: 'assigned',
  },
  {
    joint:
      /["'`]{0,3}\]?[ \t]{0,20}(?::[ \t]?[A-Za-z_][\w.<>[\]|?]{0,40}[ \t]{0,3}=|:?=|:)\s{0,8}(?:new )?[\w.[\]<>:]{0,30}\(\s{0,20}(?:["'][\w.-]{1,60}["'],\s{0,10})?(?=["'`])/y,
    how: 'called',
  },
  { joint: /(?:\]?["']\s{0,5}(?:,|to)|(?<=[A-Z]{4}|\{\s?\w{1,30})\s{0,3},)\s{0,20}(?=["'])/y, how: 'quoted' },
  { joint: /\(\s{0,3}(?:[\w.]{1,40}\()?(?=["'])/y, how: 'quoted' },
  // A tuple of Erlang; a command of a store that names the key: "SET" "refresh_token:7" "…".
  { joint: /,\s{0,3}<<(?=")|:\w{1,40}["']\s{1,3}(?=["'])/y, how: 'quoted' },
  { joint: /[ \t]\((?=[^\s()]{6,60}\))/y, how: 'said' },
  { joint: /["'`]?[ \t]{1,20}(?:\|[ \t]{0,30}|[057][ \t]|[-–—][ \t])?/y, how: 'said' },
  {
    joint:
      /["'`]?(?:[ \t(][^\n:=;!?"'<>{}[\]|]{0,60}?)??(?::|[ \t](?:[–—]|(?:(?:is|was|been)[ \t](?:now[ \t])?)?(?:re)?(?:set|changed)[ \t]to|(?:ingesteld|gezet|gewijzigd)[ \t](?:op|in)|it['’]s|is|was|to|ist|lautete?t?|hei(?:ß|ss)t|war|est|es|è|é|foi|er|är|je|jest|este|equals|это|(?<=sana[ \t])on|=)(?: now| jetzt| ahora| agora)?[ \t]?:?)[ \t]{1,3}/iy,
    how: 'said',
  },
  { joint: /["'`]?[ \t][^\n:=;!?"'<>{}[\]|]{1,80}:[ \t]{1,3}/y, how: 'said' },
  // In writing without blanks.
  { joint: /(?<=\p{Lo})[^\s:=,，。]{0,8}?(?:は|是|为|為|는|은|:)[ \t]?/uy, how: 'said' },
  // A question about it and the answer in the next line.
  {
    joint:
      /[^\n?:=]{0,60}\?[ \t]{0,3}\n(?:[^\n:]{0,12}?(?:\d:\d\d[^\n:]{0,8})?[^\n:]{1,20}:[ \t])?(?:it['’]s[ \t]|it is[ \t])?(?=\S{6,60}[ \t]*(?:\n|$))/y,
    how: 'said',
  },
  {
    joint:
      /(?:[^\n:=]{0,60}:|[^\n:=]{0,60}\n[A-Z][a-z ]{2,20}:[ \t](?=[\w]{16}))?[^\n\w=]{0,6}(?:\n{1,2}[ \t]{0,8}|(?<=: ))(?=[\w+/=!@#$%^&*~.-]{16,300}\s*(?:\n|$)|['"][^\s'"]{8,100}['"]\s*(?:\n|$))/y,
    how: 'called',
  },
  // What a command that names it printed: the whole of the next line.
  {
    joint:
      /(?<=(?:^|\n)(?:[$#%>]|>>>|\((?:gdb|lldb|Pdb)\)|[a-z][\w-]{1,20}(?= [^\n]{0,200} -)) [^\n]{0,200})[^\n]{0,200}\n(?:=> |\$\d{1,3} = (?:0x\w{1,16} )?)?(?=["']\S{5,2000}["'][ \t]*(?:\n|$)|(?:[\w+/=:.-]{20,2000}|[\w+=-]{10,19})[ \t]*(?:\n|$))/y,
    how: 'called',
  },
]

type Found = { kind: string; start: number; end: number }

/** Every value that stands under a name that means a secret, in whatever notation. Reads each name once and a bounded piece after it. */
export function* assignedSecrets({ plain, placeOf }: View): Generator<Found> {
  let done = 0
  NOUN.lastIndex = 0
  for (let hit = NOUN.exec(plain); hit; hit = NOUN.exec(plain)) {
    const name = nameAround(plain, hit.index, done)
    NOUN.lastIndex = name.end
    const certainty = meaningOf(name.text)
    if (
      certainty === null ||
      (plain.startsWith('${', name.start - 2) &&
        !/^:[^?+]|^[-=]/.test(plain.slice(name.end, name.end + 2))) ||
      /arn:[\w:-]{0,60}$/.test(plain.slice(Math.max(0, name.start - 70), name.start))
    )
      continue
    const value = valueAfter(plain, name, certainty, (at) => {
      const [start, end] = placeOf(at)
      return end - start
    })
    if (value === null) {
      for (const other of otherValues(plain, name, certainty)) yield { kind: KINDS[certainty], ...other }
      continue
    }
    yield { kind: KINDS[certainty], ...value }
    if (/codes|tokens|keys|passwords/i.test(name.text))
      for (let at = value.end; at < plain.length; ) {
        NEXT.lastIndex = at
        const [all = '', next = ''] = NEXT.exec(plain) ?? []
        if (!isRandom(next)) break
        at += all.length
        value.end = at
        yield { kind: KINDS[certainty], start: at - next.length, end: at }
      }
    done = value.end
    NOUN.lastIndex = Math.max(value.end, name.end)
  }
}

/** The next value of a list that only commas hold together. */
const NEXT = /,[ \t]{1,3}([\w-]{8,64})/y

const KINDS: Record<Certainty, string> = { password: 'password', token: 'token', faint: 'credential' }

type Name = { text: string; start: number; end: number }

/** Of writing without blanks, in which other words stand around it. */
const WHOLE = /^(?:密[码碼钥]|口令|令牌|パスワード|비밀번호)/

function nameAround(text: string, at: number, from: number): Name {
  const whole = WHOLE.exec(text.slice(at, at + 5))?.[0]
  if (whole) return { text: whole, start: at, end: at + whole.length }
  let [start, end] = [at, at]
  while (start > from && at - start < LONGEST_NAME && isNameSign(text, start - 1)) start--
  while (end < text.length && end - at < LONGEST_NAME && isNameSign(text, end)) end++
  while (end > at && /[.-]/.test(text.charAt(end - 1))) end--
  return { text: fullName(text, start, end, from), start, end: Math.max(end, at + 1) }
}

/** With the words before it that make a key or a token what it is: "API key", "mot de passe"; in an address a key is one anyway. */
function fullName(text: string, start: number, end: number, from: number): string {
  const own = text.slice(start, end)
  if (!/^(?:key|passe|phrase|token|code|seed)s?$/i.test(own)) return own
  if (/^key$/i.test(own) && /[?&]/.test(text.charAt(start - 1))) return `api ${own}`
  const words =
    /(?:[A-Za-z-]{1,12}[ \t]){1,2}$/.exec(text.slice(Math.max(from, start - 26), start))?.[0] ?? ''
  return meaningOf(words + own) === 'faint' ? own : words + own
}

type Value = { start: number; end: number }

function valueAfter(
  text: string,
  name: Name,
  certainty: Certainty,
  level: (at: number) => number,
): Value | null {
  const isFlag = text.charAt(name.start) === '-' || text.charAt(name.start - 1) === '-'
  for (const { joint, how } of JOINTS) {
    joint.lastIndex = name.end
    const found = joint.exec(text)
    if (!found || (certainty === 'faint' && !isPlain(how, found[0], name.text, isFlag))) continue
    const at = name.end + found[0].length
    const value =
      how === 'element' ? elementAt(text, at) : (quotedAt(text, at, level) ?? bareAt(text, at, how))
    if (value === null) continue
    const { start, end, shown, quoted } = value
    if (how === 'quoted' && (!quoted || /^[A-Z][A-Z\d_]*=/.test(shown))) continue
    const isLiteral =
      quoted ||
      (how === 'said' && (isFlag || (certainty === 'password' && isChosen(shown)))) ||
      (how === 'assigned' && isSetting(text, name, value))
    const isWord =
      (certainty === 'token' &&
        isLiteral &&
        how !== 'said' &&
        /(?:secret|credentials?|(?:secret|jwt|signing|encryption)[_-]?key)$/i.test(name.text) &&
        (/^[a-z]{4,}\d{3,8}$/i.test(shown) || isSayable(shown)) &&
        isSecretValue(shown, 'password', true)) ||
      (certainty !== 'faint' &&
        /\b[A-Z\d_]*(?:PASS(?:WORD|WD|PHRASE)?|PWD|SECRET)=["']?$|(?:\||>)[+-]?\n\s*$/.test(
          text.slice(name.start, start),
        ) &&
        isPlainSecret(shown)) ||
      (certainty === 'password' &&
        isWords(shown) &&
        (how === 'said'
          ? isFlag ||
            (quoted && /#\s{0,3}define\s{1,3}$/.test(text.slice(Math.max(0, name.start - 12), name.start)))
          : how === 'called'
            ? /\n\$\d{1,3} = /.test(found[0])
            : how === 'assigned' && isSetting(text, name, value))) ||
      (certainty === 'token' &&
        /(?:SECRET|(?:SECRET|JWT|SIGNING|ENCRYPTION)_?KEY)$/.test(name.text) &&
        /^[a-z]{3,}(?:-[a-z]{3,}){3,}$/.test(shown) &&
        isWords(shown))
    if (!isWord && !isSecretValue(shown, certainty, isLiteral)) continue
    if (
      how === 'said' &&
      !isFlag &&
      !(isGiven(text, name) && /^[^=(]*\d[^=(]*$/.test(shown)) &&
      !(quoted && (/\d{3}/.test(shown) || (/^\w+$/.test(shown) && isRandom(shown)))) &&
      /^pass$/i.test(name.text)
    )
      continue
    // What a signature was made with: a fingerprint, known to all.
    if (how === 'said' && /key$/i.test(name.text) && /^(?:[\dA-F]{16}|[\dA-F]{40})$/.test(shown)) continue
    if (
      how === 'said' &&
      !isFlag &&
      !quoted &&
      !standsOut(shown, certainty, found[0].trim() !== '' || /[-_]/.test(name.text) || isGiven(text, name)) &&
      !isDirective(text, name, value)
    )
      continue
    if (
      how === 'called' &&
      !isWord &&
      !isRandom(shown) &&
      !isDense(shown) &&
      !isSayable(shown) &&
      !WORDS_AND_NUMBER.test(shown)
    )
      continue
    return { start, end }
  }
  return null
}

/**
 * A place where a value stands for itself and is no code: a setting of a shell or a file, `NAME=value` without blanks, by a name that
 * no variable of code has, or at the start of a line, or in a row of such settings.
 */
function isSetting(text: string, name: Name, { start, end, shown }: Shown): boolean {
  if (text.startsWith('${', name.start - 2)) return true
  if (
    !/^["'`]?=["'`]?$/.test(text.slice(name.end, start)) ||
    !/^(?:[\s"'`\\&;]|$)/.test(text.slice(end, end + 1))
  )
    return false
  const before = text.slice(Math.max(0, name.start - 40), name.start)
  if (/[^\s"'`=?&;]$/.test(before.replace(/=[^\s,()]+,$|:\d+:$/, '')) || /^!|[[({]/.test(shown)) return false
  return (
    /^[A-Z][A-Z\d_]+$|[.-]/.test(name.text) ||
    /(?:^|\n|["'`?&;,=]|[^\s(){},][^\n(){},]{0,38}[ \t])$/.test(before) ||
    /^[ &]\w{1,20}=\w/.test(text.slice(end, end + 24))
  )
}

/** Whether a faint name may be joined so: it has to be given a value, not to be spoken of. */
function isPlain(how: string, joint: string, name: string, isFlag: boolean): boolean {
  if (how === 'called') return false
  return (
    how !== 'said' ||
    isFlag ||
    joint === '\t' ||
    (/^[ \t]*$/.test(joint) && /^[A-Z][A-Z\d]*_[A-Z\d_]+$/.test(name))
  )
}

/** Behind a login, or where a sentence says which password. */
function isGiven(text: string, { start }: Name): boolean {
  return /(?:\b(?:login|user(?:name)?|account)\s{1,3}\S{1,60}\s{1,3}|\bset\s(?:--?\w{1,20}\s){0,3}|\b(?:the|this|with|using|my|our|new|old)\s)$/i.test(
    text.slice(Math.max(0, start - 76), start),
  )
}

/** In prose a value has to look like none of its words. */
function standsOut(value: string, certainty: Certainty, isSaid: boolean): boolean {
  if (/^[\w.]+=|^[}\])]/.test(value) || (METHOD.test(value) && /^\w+-[a-z]+$/i.test(value))) return false
  if (/^\p{L}+(?:['’-]\p{L}+)*[?!…]?$|^\d+(?:-[a-z]+)+$/u.test(value) && !isRandom(value)) return false
  return (
    isDense(value) ||
    (isRandom(value) && value.length >= 12) ||
    /^[A-Z][a-z]{2,}[-_.!]\d{2,8}$/.test(value) ||
    (isSaid && WORDS_AND_NUMBER.test(value)) ||
    (certainty === 'password' && (isSaid ? isSayable(value) : /\d/.test(value) && isChosen(value))) ||
    (isSaid ? /^[a-z]{4,}\d{1,6}$/i : /^[a-z]{4,}\d{3,6}$/i).test(value)
  )
}

/** A name and a value that are the whole line, as settings without a sign are written: `requirepass …`. */
function isDirective(text: string, name: Name, { end, shown }: Shown): boolean {
  const before = text.slice(Math.max(0, name.start - 20), name.start)
  return (
    /(?:^|\n)[ \t]*$/.test(before) &&
    /^[ \t]*(?:\r?\n|$)/.test(text.slice(end, end + 20)) &&
    /[a-z].*\d\d|\d\d.*[a-z]/i.test(shown) &&
    name.text.length >= 8
  )
}

type Shown = Value & { shown: string; quoted: boolean }

const OPENING = /[brufBRUFN@$]{0,2}(["'`]{1,3}|[„“«‚「『])/y
const CLOSING: Record<string, string> = { '„': '“', '“': '”', '«': '»', '‚': '‘', '「': '」', '『': '』' }
const LONGEST_QUOTED = 4_000

/** A quoted value; pieces that code or a line's end put between quotes count as one. A quote that is escaped deeper than the first is a sign of it. */
function quotedAt(text: string, at: number, level: (at: number) => number): Shown | null {
  OPENING.lastIndex = at
  const opening = OPENING.exec(text)
  if (!opening) return null
  const quote = (opening[1] ?? '').charAt(0)
  const start = at + opening[0].length
  const close = CLOSING[quote] ?? quote
  const own = level(start - 1)
  let shown = ''
  let from = start
  for (let piece = 0; piece < 4; piece++) {
    const reach = text.slice(from, from + LONGEST_QUOTED)
    let end = reach.indexOf(close)
    while (end >= 0 && (level(from + end) > own || reach.charAt(end - 1) === '\\'))
      end = reach.indexOf(close, end + 1)
    if (end < 0) return shown === '' ? cutAt(text, start) : { start, end: from, shown, quoted: true }
    end += from
    shown += joined(text.slice(from, end))
    JOINED.lastIndex = end + 1
    const more = JOINED.exec(text)
    if (!more || more[1] !== quote) return { start, end, shown, quoted: true }
    from = end + 1 + more[0].length
  }
  return null
}
const JOINED = /\s{0,3}(?:\+|\.|\\|\n)\s{0,20}(["'`])/y

const CUT = /[^\s"'`<>…]{8,2000}?(?=[ \t]{0,4}(?:…|\.{3}|\n\[|$))/y
/** A value whose end was cut off with the text, or by what says so. */
function cutAt(text: string, start: number): Shown | null {
  CUT.lastIndex = start
  const shown = CUT.exec(text)?.[0]
  return shown === undefined ? null : { start, end: start + shown.length, shown, quoted: true }
}

/** A value that was wrapped over lines, as one. */
function joined(value: string): string {
  const one = value.replace(/\s*\n\s*/g, '')
  return value.includes('\n') && !/\s/.test(one.trim()) ? one.trim() : value
}

const BARE = /[^\s"'`<>，。、；」』]{1,600}/y
/** Some words and a number that end the line. */
const PHRASE = /\p{L}{3,20}(?: \p{L}{3,20}){1,5} \d{1,6}[!?]?(?=[ \t]{0,8}(?:\r?\n|$))/uy
const BLOCK = /[|>][+-]?\d?[ \t]*\n([ \t]+)/y

function bareAt(text: string, at: number, how: string): Shown | null {
  BLOCK.lastIndex = at
  const block = BLOCK.exec(text)
  if (block) return blockAt(text, at + block[0].length, block[1] ?? ' ')
  if (text.slice(at - 1, at) === '\n' && how === 'assigned') return null
  if (how === 'assigned') {
    PHRASE.lastIndex = at
    const phrase = PHRASE.exec(text)?.[0]
    if (phrase) return { start: at, end: at + phrase.length, shown: phrase, quoted: true }
  }
  BARE.lastIndex = at
  const found = BARE.exec(text)?.[0]
  if (found === undefined) return null
  const braced = /^\{([^{}\s]+)\}/.exec(found)?.[1]
  if (
    braced !== undefined &&
    (/[^\w.]/.test(braced) || isRandom(braced) || isShuffled(braced)) &&
    !/[:(]/.test(braced)
  )
    return { start: at + 1, end: at + 1 + braced.length, shown: braced, quoted: false }
  const cut = found
    .replace(/;.*|[&,|](?:$|[\w.-]{1,40}[=:].*|[^\w].*)/s, (rest, place: number) =>
      place < 4 && !/^[*.•]/.test(found) ? rest : '',
    )
    .replace(/[,;.:)\]}]+$|(?:\.(?:traj|jsonl?|csv|txt|log|md|ya?ml|zip|gz))+$/, '')
  const wrapped = cut.length === found.length ? wrappedAfter(text, at, at + cut.length) : 0
  return { start: at, end: at + cut.length + wrapped, shown: cut, quoted: false }
}

/** How many characters of the next line belong to a value that was broken at the end of one: a word of its own, drawn at random. */
export function wrappedAfter(text: string, start: number, end: number): number {
  const next = /^[ \t]{0,4}\r?\n([ \t│|>]{0,12})([A-Za-z0-9+/_=.-]{4,2000})[ \t│|"'`,;]{0,8}(?:\r?\n|$)/.exec(
    text.slice(end, end + 2_040),
  )
  const word = next?.[2] ?? ''
  if (!/\d/.test(word) || !/[A-Za-z]/.test(word) || !isRandom(text.slice(start, end) + word)) return 0
  if (!vendorFormats(word).next().done) return 0
  const column = end - text.lastIndexOf('\n', end - 1) - 1
  if (column < 60 && (word.length < 8 || !isRandom(word))) return 0
  return text.slice(end, end + 2_040).indexOf(word) + word.length
}

/** A block of lines under a name, as YAML has them. */
function blockAt(text: string, start: number, indent: string): Shown | null {
  const lines: string[] = []
  let end = start
  for (const line of text.slice(start, start + LONGEST_QUOTED).split('\n')) {
    if (lines.length > 0 && !line.startsWith(indent)) break
    lines.push(line.trim())
    end += line.length + 1
  }
  return { start, end: end - 1, shown: lines.join(''), quoted: true }
}

function elementAt(text: string, at: number): Shown | null {
  const found = /^[^<>\n]{1,600}(?=<\/|\]\]>)/.exec(text.slice(at, at + 604))?.[0]
  if (found === undefined) return null
  return { start: at, end: at + found.trimEnd().length, shown: found.trim(), quoted: true }
}
