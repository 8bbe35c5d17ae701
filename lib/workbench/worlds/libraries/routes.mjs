/** Ways, stops and times of a little bus line. */

export function stopsBetween(stops, from, to) {
  const start = stops.indexOf(from)
  const end = stops.indexOf(to)
  if (start < 0 || end < 0) return []
  if (start > end) return stopsBetween(stops, to, from).reverse()
  return stops.slice(start, end + 1)
}

export function rideTime(legs) {
  let minutes = 0
  for (const leg of legs) {
    minutes += leg.ride + (leg.wait ?? 0)
  }
  return minutes
}

export function nextBus(times, now) {
  const later = times.filter((time) => time >= now)
  if (later.length === 0) return null
  return Math.min(...later)
}

export function waitFor(times, now) {
  const bus = nextBus(times, now)
  return bus === null ? null : bus - now
}

export function fareFor(age, zones) {
  if (age < 6) return 0
  const full = 20 + (zones - 1) * 10
  return age < 16 || age >= 67 ? full / 2 : full
}

export function isFull(bus) {
  const places = bus.seats + (bus.standing ?? 0)
  return bus.riders >= places
}

export function busiest(counts) {
  let most = null
  for (const count of counts) {
    if (most === null || count.riders > most.riders) most = count
  }
  return most === null ? null : most.stop
}

export function ridersAfter(changes) {
  const riders = []
  let aboard = 0
  for (const change of changes) {
    aboard = Math.max(0, aboard - change.off) + change.on
    riders.push(aboard)
  }
  return riders
}

export function evenTimes(first, last, every) {
  const times = []
  for (let time = first; time <= last; time += every) {
    times.push(time)
  }
  return times
}

export function signText(line, goal) {
  const name = goal.trim().toUpperCase()
  const number = String(line).padStart(2, '0')
  return `${number} ${name}`
}

export function mergedTimes(left, right) {
  const all = [...left, ...right].sort((a, b) => a - b)
  return all.filter((time, i) => i === 0 || time !== all[i - 1])
}

export function delayOf(planned, real) {
  const late = real.filter((time, i) => time > planned[i])
  if (late.length === 0) return 0
  const sum = real.reduce((total, time, i) => total + Math.max(0, time - planned[i]), 0)
  return Math.round(sum / late.length)
}

export function createTicket(rides) {
  let left = rides
  const used = []
  function stamp(stop) {
    if (left <= 0) return false
    left -= 1
    used.push(stop)
    return true
  }
  return { stamp, left: () => left, stops: () => [...used] }
}
