let pages = 0

async function page(pager, text) {
  pages += 1
  return pager({ id: pages, text })
}

/** Pages whoever is on call. */
export async function alarm(pager, text) {
  for (let tries = 1; tries <= 5; tries += 1) {
    const { state } = await page(pager, text)
    if (state === 'paged') return tries
  }
  throw new Error('the pager is busy')
}
