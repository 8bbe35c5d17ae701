/** Games and tables: points, ranks, rounds, winners. */

export function pointsOf(game) {
  if (game.own > game.other) return 3
  return game.own === game.other ? 1 : 0
}

export function tablePoints(games) {
  let total = 0
  for (const game of games) {
    total += pointsOf(game)
  }
  return total
}

export function ranked(players) {
  return [...players].sort((a, b) => b.points - a.points).map((player) => player.name)
}

export function rankOf(players, name) {
  const player = players.find((one) => one.name === name)
  if (player == null) return null
  const better = players.filter((one) => one.points > player.points)
  return better.length + 1
}

export function averageOf(results) {
  if (results.length === 0) return null
  const sum = results.reduce((total, result) => total + result, 0)
  return Math.round((sum / results.length) * 10) / 10
}

export function withoutWorst(results) {
  const sorted = [...results].sort((a, b) => a - b)
  sorted.shift()
  return sorted
}

export function longestRun(results) {
  let longest = 0
  let run = 0
  for (const won of results) {
    run = won ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

export function isWon(sets, needed) {
  const won = sets.filter((set) => set.own > set.other).length
  return won >= needed
}

export function strike(rolls, at) {
  const first = rolls[at]
  if (first === 10) return first + (rolls[at + 1] ?? 0) + (rolls[at + 2] ?? 0)
  return first + (rolls[at + 1] ?? 0)
}

export function nextPlayer(players, current) {
  const at = players.indexOf(current)
  if (at < 0) return null
  return players[(at + 1) % players.length]
}

export function rounds(names) {
  const list = [...names]
  if (list.length % 2 === 1) list.push('free')
  const pairs = []
  while (list.length > 0) {
    pairs.push([list.shift(), list.pop()])
  }
  return pairs
}

export function createBoard(size) {
  const best = []
  let shown = null
  function enter(name, points) {
    best.push({ name, points })
    best.sort((a, b) => b.points - a.points)
    if (best.length > size) best.pop()
    shown = null
  }
  function show() {
    if (shown === null) shown = best.map((one) => `${one.name} ${one.points}`).join(', ')
    return shown
  }
  return { enter, show, lowest: () => best[best.length - 1]?.points ?? 0 }
}

export function handicap(scores, par) {
  if (scores.length === 0) return 0
  const best = [...scores].sort((a, b) => a - b).slice(0, 3)
  const sum = best.reduce((total, score) => total + score - par, 0)
  return Math.floor(sum / best.length)
}
