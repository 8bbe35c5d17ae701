import { describe, expect, it } from 'vitest'
import { UserError } from '../memory/errors.ts'
import { FILE_LIMIT_BYTES, readText } from './read-text.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

function faultOf(bytes: Uint8Array): UserError {
  try {
    readText(bytes, 'run.json')
  } catch (fault) {
    if (fault instanceof UserError) return fault
    throw fault
  }
  throw new Error('nothing was refused')
}

describe('reading a file as text', () => {
  it('drops a byte order mark and keeps everything after it', () => {
    expect(readText(bytesOf('\uFEFF{"a": "é"}\r\n'), 'run.json')).toBe('{"a": "é"}\r\n')
  })

  it('refuses an empty file, and one of white space only', () => {
    expect(faultOf(new Uint8Array())).toMatchObject({ code: 'empty-file', place: 'run.json' })
    expect(faultOf(bytesOf(' \n\n'))).toMatchObject({ code: 'empty-file' })
  })

  it('says at which byte and line a file stops being UTF-8', () => {
    const bytes = bytesOf('{"a":\n"caf')
    const fault = faultOf(new Uint8Array([...bytes, 0xe9, 0x20, 0x22]))
    expect(fault).toMatchObject({ code: 'not-utf8', place: 'run.json: byte 10' })
    expect(fault.message).toBe('byte 10 (line 2) is not UTF-8')
  })

  it('names the first byte of a character that is cut off by the end of the file', () => {
    expect(faultOf(new Uint8Array([0x22, 0xe2, 0x82])).message).toContain('byte 1 ')
  })

  it('names UTF-16 for what it is', () => {
    expect(faultOf(new Uint8Array([0xff, 0xfe, 0x7b, 0x00])).message).toContain('UTF-16')
  })

  it('refuses a line of 20 MB before it is parsed, and says which line', () => {
    const bytes = new Uint8Array(20 * 1_048_576 + 2).fill(0x61)
    bytes[0] = 10
    bytes[bytes.length - 1] = 10
    const fault = faultOf(bytes)
    expect(fault.message).toBe('line 2 is 20.0 MB long; limit 16 MB')
    expect(fault).toMatchObject({ code: 'line-too-long', place: 'run.json:2:1', status: 413 })
  })

  it('refuses a file above 64 MB', () => {
    expect(faultOf(new Uint8Array(FILE_LIMIT_BYTES + 1))).toMatchObject({ code: 'too-large', status: 413 })
  })

  it('refuses NUL bytes and says where the first one is', () => {
    expect(faultOf(bytesOf('{"a": "\0"}'))).toMatchObject({ code: 'nul-byte', place: 'run.json: byte 7' })
  })

  it('asks for compressed files to be unpacked', () => {
    expect(faultOf(new Uint8Array([0x50, 0x4b, 3, 4, 0])).code).toBe('compressed')
    expect(faultOf(new Uint8Array([0x1f, 0x8b, 8, 0])).code).toBe('compressed')
  })
})
