/** What to type, as the person calls Loupe: installed from its package there are no npm scripts. */
export function asCalled(text, name = process.env.LOUPE_CALLED_AS) {
  if (!name) return text
  return text.replace(
    /\bnpm (?:run ([a-z-]+)(?: --(?!\S))?|(start)\b)/g,
    (_, script, start) => `${name} ${script ?? start}`,
  )
}
