const aside = []

/** Sets something aside for a person at the desk. */
export function setAside(what, why) {
  aside.push({ what, why })
}

/** What has been set aside, oldest first. */
export function listAside() {
  return [...aside]
}
