/** A lull has begun so long after the last item that brought entries in, ms. Ours. */
const LULL_MS = 2_000
/** Where files never stop coming, what waits for a lull waits no longer than this, ms. Ours. */
const LONGEST_WAIT_MS = 60_000

/** Whoever waits for an end looks again after this, ms: an end that nobody signalled must not hold it for ever. Ours. */
const LOOK_AGAIN_MS = 1_000

/** Whether work over all of a project may begin: not while entries keep coming in, unless somebody waits for it. */
export function createLull() {
  let hurried = 0
  let waitingSince: number | null = null
  let arrivedAt = Number.NEGATIVE_INFINITY
  return {
    isNow(): boolean {
      const now = performance.now()
      const isOver = waitingSince !== null && now - waitingSince >= LONGEST_WAIT_MS
      const found = hurried > 0 || isOver || now - arrivedAt >= LULL_MS
      if (found) waitingSince = null
      return found
    },
    /** Entries came in. */
    arrived(): void {
      arrivedAt = performance.now()
      waitingSince ??= arrivedAt
    },
    /** It is a lull until `work` has ended. */
    async during<T>(work: () => Promise<T>): Promise<T> {
      hurried++
      try {
        return await work()
      } finally {
        hurried--
      }
    },
  }
}

/** Ends of items, counted, for those who wait for the next. */
export function createEnds() {
  let count = 0
  const waiting = new Set<() => void>()
  return {
    count: () => count,
    add(): void {
      count++
      for (const go of waiting) go()
    },
    /** Resolves when there were more than `seen`. */
    async after(seen: number): Promise<void> {
      if (count > seen) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => go(), LOOK_AGAIN_MS)
        const go = () => {
          clearTimeout(timer)
          waiting.delete(go)
          resolve()
        }
        waiting.add(go)
      })
    },
  }
}

/** Does `work` again and again while it does something, else sleeps until it is woken, or for `idleMs` where that is not null. */
export function createLoop(work: () => Promise<boolean>, idleMs: number | null) {
  let rouse: (() => void) | null = null
  let woken = false // a call that came while the last work was under way must not be lost
  let isStopping = false

  async function sleep(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = idleMs === null ? undefined : setTimeout(resolve, idleMs)
      timer?.unref()
      rouse = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    rouse = null
  }

  function wake(): void {
    woken = true
    rouse?.()
  }

  return {
    async run(): Promise<void> {
      while (!isStopping) {
        woken = false
        if (!(await work()) && !woken) await sleep()
      }
    },
    wake,
    /** Ends it after the work at hand. */
    stop(): void {
      isStopping = true
      wake()
    },
  }
}
