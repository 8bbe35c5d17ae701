/** Runs once when the server starts: takes the data folder and begins to work on waiting jobs. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NEXT_PHASE === 'phase-production-build') return
  const { startServing } = await import('./lib/runtime.ts')
  await startServing()
}
