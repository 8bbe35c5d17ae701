/** Amounts in whole cents: rounding, splitting, discounts, tax, ledgers. */

export function shareOf(amount, percent) {
  return Math.round((amount * percent) / 100)
}

export function splitAmount(amount, people) {
  if (people <= 0) return []
  const each = Math.floor(amount / people)
  const rest = amount - each * people
  const parts = []
  for (let i = 0; i < people; i++) {
    parts.push(i < rest ? each + 1 : each)
  }
  return parts
}

export function discounted(amount, coupon) {
  if (coupon == null) return amount
  const off = coupon.kind === 'percent' ? shareOf(amount, coupon.value) : coupon.value
  return Math.max(0, amount - off)
}

export function lineTotal(line) {
  const quantity = line.quantity ?? 1
  return line.price * quantity
}

export function cartTotal(lines, coupon) {
  let total = 0
  for (const line of lines) {
    total += lineTotal(line)
  }
  return discounted(total, coupon)
}

export function taxOf(amount, brackets) {
  let tax = 0
  for (const bracket of brackets) {
    if (amount > bracket.from) {
      const top = Math.min(amount, bracket.to)
      tax += shareOf(top - bracket.from, bracket.rate)
    }
  }
  return tax
}

export function formatMoney(cents) {
  const sign = cents < 0 ? '-' : ''
  const size = Math.abs(cents)
  const rest = String(size % 100).padStart(2, '0')
  return `${sign}${Math.floor(size / 100)}.${rest}`
}

export function balanceAt(entries, day) {
  let balance = 0
  for (const entry of entries) {
    if (entry.day > day) continue
    balance += entry.credit ?? 0
    balance -= entry.debit ?? 0
  }
  return balance
}

export function cheapest(offers, quantity) {
  let best = null
  for (const offer of offers) {
    if (offer.minimum > quantity) continue
    if (best === null || offer.price < best.price) best = offer
  }
  return best === null ? null : best.name
}

export function changeFor(amount, coins) {
  const given = []
  let left = amount
  for (const coin of [...coins].sort((a, b) => b - a)) {
    while (left >= coin) {
      given.push(coin)
      left -= coin
    }
  }
  return left === 0 ? given : null
}

export function withOptions(options) {
  const defaults = { currency: 'EUR', digits: 2, rounding: 'half' }
  return { ...defaults, ...options }
}
