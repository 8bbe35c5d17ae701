let pages = 0

async function page(pager, text) {
  pages += 1
  return pager({ id: pages, text })
}

/** Pages whoever is on call. */
export async function alarm(pager, text) {
  await page(pager, text)
  return 1
}
