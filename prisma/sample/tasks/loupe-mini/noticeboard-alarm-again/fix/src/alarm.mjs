let pages = 0

/** Pages whoever is on call. */
export async function alarm(pager, text) {
  pages += 1
  const id = pages
  for (let tries = 1; tries <= 5; tries += 1) {
    const { state } = await pager({ id, text })
    if (state === 'paged') return tries
  }
  throw new Error('the pager is busy')
}
