import { useRouter } from 'next/navigation'
import { useCommands } from '@/components/ui/commands.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'

export function useTakeOut() {
  const commands = useCommands()
  const router = useRouter()
  const toast = useToast()
  const { tell } = useTelling()
  return async (id: string, text: string) => {
    const answer = await tell(commands.removeRuns({ ids: [id] }))
    if (!answer.ok) return
    router.refresh()
    const run = () => void commands.restoreRuns({ ids: [id] }).then(() => router.refresh())
    toast.show({ text, undo: { name: `run ${id}`, run } })
  }
}
