const HEREDOC = /<<-?\s*['"]?(\w+)['"]?([^\n]*)\n[\s\S]*?\n\s*\1(?=\s|$)/g
/** Says nothing about the code: where one is, what is there. */
const ASIDE = /^(?:cd|pwd|mkdir|set|export|true|#.*)(?:\s|$)/
const WRITES =
  /^(?:(?:cat|echo|printf|tee|head)\b.*(?:>|^tee\b)|tee\b|touch\b|cp\b|mv\b|sed\s+(?:-\w+\s+)*-i|apply_patch\b)/
/** Tools of scaffolds that edit files, as a word or as the field of a call. */
const EDIT_TOOL =
  /^(?:create|str_replace|insert|edit|write_file|str_replace_editor\s+(?:create|str_replace|insert))\b|"command"\s*:\s*"(?:create|str_replace|insert)"/

/** Whether a command does nothing but write files: what it shows is what somebody typed, not what happened. */
export function writesOnly(command: string): boolean {
  const parts = command
    .replace(HEREDOC, '$2')
    .split(/&&|\|\||[;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !ASIDE.test(part))
  return parts.length > 0 && parts.every((part) => EDIT_TOOL.test(part) || WRITES.test(part))
}
