/** Little grids of cells, as lists of rows. */

export function gridOf(width, height, value) {
  const rows = []
  for (let y = 0; y < height; y++) {
    const row = []
    for (let x = 0; x < width; x++) {
      row.push(value)
    }
    rows.push(row)
  }
  return rows
}

export function cellAt(grid, x, y) {
  const row = grid[y]
  if (row == null) return null
  return row[x] ?? null
}

export function turned(grid) {
  const width = grid[0]?.length ?? 0
  const rows = []
  for (let x = 0; x < width; x++) {
    rows.push(grid.map((row) => row[x]).reverse())
  }
  return rows
}

export function flipped(grid) {
  return grid.map((row) => [...row].reverse())
}

export function neighbours(grid, x, y) {
  const found = []
  for (let row = y - 1; row <= y + 1; row++) {
    for (let column = x - 1; column <= x + 1; column++) {
      if (row === y && column === x) continue
      const value = cellAt(grid, column, row)
      if (value !== null) found.push(value)
    }
  }
  return found
}

export function nextCell(alive, count) {
  if (alive && count < 2) return false
  if (alive && count > 3) return false
  return alive || count === 3
}

export function rowSums(grid) {
  return grid.map((row) => row.reduce((total, value) => total + value, 0))
}

export function columnMax(grid) {
  const most = []
  for (const row of grid) {
    row.forEach((value, x) => {
      most[x] = Math.max(most[x] ?? value, value)
    })
  }
  return most
}

export function withCell(grid, x, y, value) {
  const copy = grid.map((row) => [...row])
  if (copy[y] == null) return copy
  copy[y][x] = value
  return copy
}

export function drawn(grid) {
  return grid.map((row) => row.map((value) => (value ? '#' : '.')).join('')).join('/')
}

export function pathLength(points) {
  let length = 0
  for (let i = 1; i < points.length; i++) {
    const [from, to] = [points[i - 1], points[i]]
    length += Math.abs(to.x - from.x) + Math.abs(to.y - from.y)
  }
  return length
}

export function boxAround(points) {
  if (points.length === 0) return null
  const xs = points.map((point) => point.x)
  const ys = points.map((point) => point.y)
  const left = Math.min(...xs)
  const top = Math.min(...ys)
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
}
