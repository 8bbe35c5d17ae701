/** True when a Host header is one of ours: this machine's names with our port, or a name from `LOUPE_HOSTS`. */
export function isOwnHost(host: string): boolean {
  const extra = (process.env.LOUPE_HOSTS ?? '').split(',').filter(Boolean)
  const { hostname, port } = splitHost(host)
  if (extra.includes(host) || extra.includes(hostname)) return true
  const own = process.env.PORT ?? '3000'
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) && port === own
}

function splitHost(host: string): { hostname: string; port: string } {
  const at = host.lastIndexOf(':')
  return at > host.lastIndexOf(']')
    ? { hostname: host.slice(0, at), port: host.slice(at + 1) }
    : { hostname: host, port: '80' }
}
