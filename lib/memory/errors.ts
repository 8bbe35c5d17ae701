/** A fault of the caller's: shown with its hint, never logged as ours. `place` says where (file, line, step, field). */
export class UserError extends Error {
  readonly code: string
  readonly hint: string
  readonly place: string | null
  /** HTTP status a door answers with. */
  readonly status: number

  constructor(code: string, message: string, options: { hint: string; place?: string; status?: number }) {
    super(message)
    this.name = 'UserError'
    this.code = code
    this.hint = options.hint
    this.place = options.place ?? null
    this.status = options.status ?? 400
  }
}
