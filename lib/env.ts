/** What a thread of ours sees of the environment: the folder in which Node keeps compiled code. Without it a thread takes 0.3 s more to begin. */
export function threadEnv(): Record<string, string> {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}
}
