import { BlockList, isIP } from 'node:net'
import { UserError } from '../../memory/errors.ts'

/** What a model server's address may be. The address is the operator's (environment), never a request's. */
export type AddressRules = {
  /** Private networks may be dialled too; loopback always may. */
  allowPrivate: boolean
}

/** The base URL by the rules. Throws UserError `bad-server-address`; the text itself is not repeated, it may hold a key. */
export function readServerUrl(text: string, rules: AddressRules): URL {
  if (!URL.canParse(text)) throw refused('is not a URL')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('is neither http nor https')
  if (url.username !== '' || url.password !== '') throw refused('holds a user name or password')
  if (url.search !== '' || url.hash !== '') throw refused('holds a query or a fragment')
  const host = hostOf(url)
  if (isMetadataName(host)) throw refused('names the metadata service of a cloud')
  if (isIP(host)) requireDialable(host, rules)
  return url
}

/** The host without the brackets of IPv6 and without a dot at its end. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/** Throws UserError `bad-server-address` unless this IP address may be dialled. Judged again at each connection, since names move. */
export function requireDialable(address: string, { allowPrivate }: AddressRules): void {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (NEVER.check(address, family)) throw refused('leads to a link-local, metadata or reserved address')
  if (LOOPBACK.check(address, family) || allowPrivate || !PRIVATE.check(address, family)) return
  throw refused('leads into a private network', 'Set ALLOW_PRIVATE_LLM=1 when the server is yours.')
}

function refused(why: string, hint = 'Give the address of the server, such as https://host/v1.'): UserError {
  return new UserError('bad-server-address', `OPENAI_BASE_URL ${why}.`, { hint, place: 'OPENAI_BASE_URL' })
}

function isMetadataName(host: string): boolean {
  return /^(metadata|instance-data)(\.|$)/i.test(host) || /(^|\.)metadata\./i.test(host)
}

// BlockList judges an IPv4 address that is written as IPv6 (::ffff:a.b.c.d) by the IPv4 rules.
const NEVER = listOf([
  '0.0.0.0/8', '169.254.0.0/16', '192.0.0.0/24', '224.0.0.0/3', '100.100.100.200/32', '168.63.129.16/32',
  '::/128', 'fe80::/10', 'ff00::/8', 'fd00:ec2::/32', 'fd20:ce::/32', '64:ff9b::/96', '2002::/16',
]) // biome-ignore format: IPv4 in one line, IPv6 in the other
const LOOPBACK = listOf(['127.0.0.0/8', '::1/128'])
const PRIVATE = listOf([
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  'fc00::/7',
  'fec0::/10',
])

function listOf(ranges: string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [net = '', prefix] = range.split('/')
    list.addSubnet(net, Number(prefix), net.includes(':') ? 'ipv6' : 'ipv4')
  }
  return list
}
