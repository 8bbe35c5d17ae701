import { describe, expect, it } from 'vitest'
import { createGuardedFetch } from './guarded-fetch.ts'
import { readServerUrl } from './server-address.ts'

const strict = { allowPrivate: false }
const refusal = { code: 'bad-server-address' }

describe('the address of a model server', () => {
  it.each([
    'ftp://host/v1',
    'file:///etc/passwd',
    'not a url',
    'https://user:secret@host/v1',
    'https://host/v1?key=secret',
    'http://169.254.169.254/latest',
    'http://2852039166/', // the same address as one number
    'http://0xa9.0xfe.0xa9.0xfe/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fe80::1]/',
    'http://metadata.google.internal/',
    'http://metadata/',
    'http://metadata.google.internal./',
    'http://100.100.100.200/',
    'http://0.0.0.0:8000/',
    'http://[64:ff9b::a9fe:a9fe]/',
  ])('%s is refused, also where private networks are allowed', (text) => {
    for (const allowPrivate of [false, true])
      expect(() => readServerUrl(text, { allowPrivate })).toThrow(expect.objectContaining(refusal))
  })

  it.each(['http://10.0.0.5/v1', 'http://192.168.1.2:11434/v1', 'http://172.31.0.1/', 'http://[fd12::1]/'])(
    '%s is dialled only with ALLOW_PRIVATE_LLM=1',
    (text) => {
      expect(() => readServerUrl(text, strict)).toThrow(/private network/)
      expect(readServerUrl(text, { allowPrivate: true }).href).toContain('http')
    },
  )

  it.each([
    'http://127.0.0.1:11434/v1',
    'http://[::1]:8080/v1',
    'https://api.openai.com/v1',
    'http://localhost:1/',
  ])('%s is fine', (text) => expect(readServerUrl(text, strict).protocol).toMatch(/^https?:$/))

  it('does not repeat what it refuses, which may hold a key', () => {
    expect(() => readServerUrl('https://u:sk-secret@h/', strict)).toThrow(
      expect.not.stringContaining('sk-secret'),
    )
  })
})

describe('a name that leads elsewhere', () => {
  const leadingTo = (...addresses: string[]) =>
    createGuardedFetch(strict, {
      lookup: ((_name: string, _options: unknown, done: (...found: unknown[]) => void) =>
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        )) as never,
    })

  it.each([['169.254.169.254'], ['10.1.2.3'], ['93.184.216.34', '127.0.0.1', '169.254.169.254']])(
    'is refused when it is dialled: %s',
    async (...addresses) => {
      await expect(leadingTo(...addresses)('http://models.example/v1')).rejects.toMatchObject(refusal)
    },
  )
})
