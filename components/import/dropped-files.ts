import type { DroppedFile } from './import-queue.ts'

/** All files of a drop, folders walked to the bottom. Call it inside the drop event: the list is empty afterwards. */
export async function droppedFiles(transfer: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...transfer.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
    return entry === null ? [] : [entry]
  })
  if (entries.length === 0) return [...transfer.files].map(asImported)
  return (await Promise.all(entries.map(walk))).flat()
}

/** A file of an input; one of a folder carries its path in it. */
export function asImported(file: File): DroppedFile {
  return { path: file.webkitRelativePath || file.name, file }
}

async function walk(entry: FileSystemEntry): Promise<DroppedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    )
    return [{ path: entry.fullPath.replace(/^\//, ''), file }]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const inside: FileSystemEntry[] = []
  // A reader gives at most 100 entries a call, and none when it is done.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) break
    inside.push(...some)
  }
  return (await Promise.all(inside.map(walk))).flat()
}
