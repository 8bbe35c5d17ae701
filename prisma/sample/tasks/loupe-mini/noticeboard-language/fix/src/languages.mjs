/** The text of a notice, `{ texts: { no, en } }`, in the language of a subscriber. */
export function textFor(notice, { lang = 'no', language = lang }) {
  return notice.texts[language] ?? notice.texts.no
}
