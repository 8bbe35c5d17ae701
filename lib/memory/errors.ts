const NAME = 'UserError'

/** A fault of the caller's: shown with its hint, never logged as ours. `place` says where (file, line, step, field). */
export class UserError extends Error {
  /** By name, because a bundler may give each entry point a copy of this class, and `instanceof` would tell them apart. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === NAME
  }

  readonly code: string
  readonly hint: string
  readonly place: string | null
  /** HTTP status it is answered with. */
  readonly status: number

  constructor(code: string, message: string, options: { hint: string; place?: string; status?: number }) {
    super(message)
    this.name = NAME
    this.code = code
    this.hint = options.hint
    this.place = options.place ?? null
    this.status = options.status ?? 400
  }
}
