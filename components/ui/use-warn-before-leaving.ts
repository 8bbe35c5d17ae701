import { useEffect } from 'react'

/** While something is unsaved or still being sent, the browser asks before the page is closed. */
export function useWarnBeforeLeaving(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])
}
