/** The text of a notice, `{ texts: { no, en } }`, in the language of a subscriber. */
export function textFor(notice, { lang = 'no' }) {
  return notice.texts[lang] ?? notice.texts.no
}
