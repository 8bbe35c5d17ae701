/** A file that is read when it is needed. */
export interface NamedFile {
  name: string
  size: number
  /** Size in its archive; absent for a file of its own. */
  packed?: number
  /** When it last changed, ms; absent where nobody asked. */
  changed?: number
  /** The bytes, at most `limit` of them when it has to be unpacked. */
  read: (limit: number) => Uint8Array
}
