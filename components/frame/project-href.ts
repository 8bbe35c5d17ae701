/** Values of a search parameter; null, undefined and '' leave it out. */
export type HrefParams = Record<string, string | number | string[] | null | undefined>

/**
 * A link inside Loupe that keeps the project being looked at.
 * `project` is the `project` parameter of the current address, null when it has none.
 */
export function projectHref(
  path: string,
  project: string | null | undefined,
  params: HrefParams = {},
): string {
  const [base = '', fixed = ''] = path.split('?')
  const search = new URLSearchParams(fixed)
  if (project && !search.has('project')) search.set('project', project)
  for (const [name, value] of Object.entries(params)) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
    if (text !== '') search.set(name, text)
  }
  // Commas are legal in a query and easier to read in a shared link.
  const query = search.toString().replaceAll('%2C', ',')
  return query === '' ? base : `${base}?${query}`
}

/** First value of a search parameter as a page receives it; null when absent or empty. */
export function oneParam(value: string | string[] | undefined): string | null {
  const first = Array.isArray(value) ? value[0] : value
  return first ? first : null
}
