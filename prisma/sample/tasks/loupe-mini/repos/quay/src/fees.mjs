import { lengthClass } from './boats.mjs'

const NIGHT = { small: 18000, middle: 24000, large: 33000 }

/** What this boat pays for so many nights, in øre. */
export function stayFee(metres, nights) {
  return NIGHT[lengthClass(metres)] * nights
}

/** 18050 as "180.50". */
export function inKroner(ore) {
  return `${Math.trunc(ore / 100)}.${String(ore % 100).padStart(2, '0')}`
}
