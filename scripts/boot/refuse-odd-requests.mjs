/**
 * Loaded before the server: answers what Next would meet with a 500 or hold open. Methods that fetch does not know, targets that
 * are no path, upgrades that nobody takes; and an action's body that cannot be decoded is the sender's fault: actions of ours
 * answer every fault of theirs in words, with 200.
 * And says where a request comes from, whatever it says itself: the server behind cannot see the connection.
 */
import { Server } from 'node:http'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const emit = Server.prototype.emit

Server.prototype.emit = function (name, ...args) {
  if (name === 'upgrade') {
    args[1].end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    return true
  }
  if (name !== 'request') return emit.call(this, name, ...args)
  const [request, response] = args
  nameSender(request)
  const status = METHODS.has(request.method) ? (request.url.startsWith('/') ? 0 : 400) : 405
  if (status !== 0) {
    response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' })
    response.end('This Loupe does not answer such requests.\n')
    return true
  }
  if (request.method === 'POST' && isAction(request)) {
    const writeHead = response.writeHead
    response.writeHead = function (code, ...rest) {
      return writeHead.call(this, code === 500 ? 400 : code, ...rest)
    }
  }
  return emit.call(this, name, ...args)
}

/**
 * The sender's address and scheme, and whether a proxy stands between, as headers of ours. The X-Forwarded headers are believed of connections from LOUPE_PROXY alone,
 * and of X-Forwarded-For only the last address: the one that this proxy wrote.
 */
export function nameSender({ headers, socket }, proxy = process.env.LOUPE_PROXY) {
  const from = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  const isProxy = proxy !== undefined && proxy !== '' && from === proxy
  const last = isProxy && `${headers['x-forwarded-for'] ?? ''}`.split(',').at(-1)?.trim()
  headers['x-loupe-address'] = last || from
  // Next adds headers of these names to every request later.
  headers['x-loupe-proxied'] = headers['x-forwarded-for'] || headers.forwarded ? '1' : ''
  headers['x-loupe-scheme'] = isProxy && headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
}

/** As Next takes it: named in a header, or a form sent to a page. */
function isAction({ headers, url }) {
  if (headers['next-action'] !== undefined) return true
  return !url.startsWith('/api/') && /^multipart\/form-data/i.test(headers['content-type'] ?? '')
}
