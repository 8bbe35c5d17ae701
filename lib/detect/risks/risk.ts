import type { Pattern } from '../../memory/rule.ts'

/** One way in which advice can do harm, and the words that give it away. Ours. */
export interface Risk {
  /** Reads after "The advice". */
  note: string
  rules: readonly Pattern[]
  /** True where a reason or a situation may not hold it either: nobody has to write it in order to warn of it. */
  everywhere?: true
  /** Words of the same clause with which it is what one should do: a password may be stored as a hash. */
  unless?: Pattern
}

/** A pattern from its source and the word lists within. */
export const re = (source: TemplateStringsArray, ...lists: (string | number)[]) =>
  new RegExp(String.raw(source, ...lists), 'gi')

/** Up to so many characters of one clause between two words. */
export const gap = (longest: number) => `[^.,;:\\n]{0,${longest}}?`

/** Verbs in each of their regular forms: "use" as "uses", "used" and "using", "put" as "putting" too. */
export const forms = (verbs: string) =>
  `(?:${verbs
    .split(' ')
    .map((verb) => {
      const stem = verb.slice(0, -1)
      if (verb.endsWith('e')) return `${stem}(?:e[sd]?|ing)`
      return /[^aeou]y$/.test(verb) ? `${stem}(?:y|ie[sd]|ying)` : `${verb}(?:${verb.at(-1)}?(?:ed|ing)|e?s)?`
    })
    .join('|')})`

/** A list of words (each a pattern), any of which may stand. */
export const oneOf = (words: string) =>
  `(?:${words
    .trim()
    .split(/\s*\n\s*|\s+\/\s+/)
    .join('|')})`

export const OFF = oneOf(String.raw`
  disabl\w* / bypass\w* / circumvent\w* / skip\w* / omit\w* / suppress\w* / ignor\w* / silenc\w* / neutrali[sz]\w* / waiv\w*
  relax\w* / loosen\w* / weaken\w* / lift(?:s|ed|ing)? / remov(?:e|es|ed|ing) / drop(?:s|ped|ping)? / delet(?:e|es|ed|ing)
  (?:turn|switch)(?:s|es|ed|ing)? off / (?:leav(?:e|es|ing)|left|comment(?:s|ed|ing)?|stub(?:s|bed|bing)?|patch(?:es|ed|ing)?) out
  (?:do|does|doing|go|goes|going) without / get(?:s|ting)? (?:around|past|rid of)`)

export const GUARD = oneOf(String.raw`
  certificates? / signatures? / host ?keys? / tls / ssl / https / csrf / xsrf / forgery (?:checks?|tokens?|protection) / cors / same-origin
  content security policy / authenti\w* / authori[sz]\w* / log-?in / sign-?in / passwords? / two-factor / permissions? / role checks?
  access (?:checks?|controls?|rules?) / sandbox\w* / verif\w* / validation / saniti[sz]\w* / escap(?:es?|ing) / integrity / checksums? / security
  rate limit\w* / (?:upload|size|depth|login|attempt) limits? / firewalls? / selinux / apparmor / assertions? / tests? / lint\w* / hooks? / pre-commit
  reviews? / approvals? / branch protection / audit (?:log|trail)\w* / constraints? / foreign keys? / backups?`)

/** Begins where a word does, or with the dot of `.env`. */
export const SECRET = `(?:\\b${oneOf(String.raw`
  credentials? / passwords? / passphrases? / secrets? / api[- ]?keys? / (?:private|signing|encryption|ssh|access) keys?
  (?:access|api|auth\w*|bearer|refresh|session|received|user|login) tokens? / connection strings? / session (?:ids?|cookies?) / card numbers?
  personal data / environment variables / (?:whole|entire|full) environment`)}|(?<!\\w)\\.env(?!\\.))`

export const STRANGER = oneOf(String.raw`
  users? / customers? / clients? / callers? / visitors? / strangers? / requests? / uploads? / (?:the )?(?:outside|internet|network|web) / untrusted \w+`)

export const EVERYBODY = '(?:every(?:body|one)|any(?:body|one)|all users)'
