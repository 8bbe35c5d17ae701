/** Distribution functions that the tests need, in plain double precision. All probabilities are 0..1. */

/** Lanczos coefficients, g = 7, n = 9 (Godfrey 2001): relative error below 1e-14 for x > 0. */
const LANCZOS = [
  0.9999999999998099, 676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406,
  12.507343278686905, -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
]

/** Natural logarithm of Γ(x), x > 0. */
export function logGamma(x: number): number {
  if (!(x > 0)) throw new RangeError(`logGamma of ${x}: x must be above 0`)
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const t = x + 6.5
  let sum = LANCZOS[0] ?? 0
  for (let i = 1; i < LANCZOS.length; i++) sum += (LANCZOS[i] ?? 0) / (x - 1 + i)
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum)
}

function logChoose(n: number, k: number): number {
  return logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1)
}

export function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b)
}

/** P(X = k) of a binomial with n trials of probability p, 0 < p < 1; 0 ≤ k ≤ n. */
export function binomialProbability(k: number, n: number, p: number): number {
  return Math.exp(logChoose(n, k) + k * Math.log(p) + (n - k) * Math.log1p(-p))
}

/** P(Z ≤ z) of the standard normal distribution (error below 1e-13, through the incomplete gamma function). */
export function normalCdf(z: number): number {
  const half = 0.5 * lowerGamma(0.5, (z * z) / 2)
  return z >= 0 ? 0.5 + half : 0.5 - half
}

/** z with P(Z ≤ z) = p, by bisection on `normalCdf`; ±Infinity at 0 and 1. */
export function normalQuantile(p: number): number {
  if (p <= 0) return Number.NEGATIVE_INFINITY
  if (p >= 1) return Number.POSITIVE_INFINITY
  return bisect((z) => normalCdf(z) - p, -40, 40)
}

/** P(T ≤ t) of Student's t with `df` degrees of freedom (need not be whole). */
export function studentCdf(t: number, df: number): number {
  const tail = 0.5 * incompleteBeta(df / (df + t * t), df / 2, 0.5)
  return t >= 0 ? 1 - tail : tail
}

export function studentQuantile(p: number, df: number): number {
  return bisect((t) => studentCdf(t, df) - p, -1e4, 1e4)
}

/**
 * Moves a resampled difference away from the measured one: the spread of a bootstrap over n clusters is √((n−1)/n) of the truth, and a
 * spread known from n clusters wants Student's t (Davison and Hinkley 1997, §2.4). By 1.066 for 28 functions; never past ±`most`.
 */
export function stretchOf(clusters: number, most = Number.POSITIVE_INFINITY) {
  const df = clusters - 1
  const by = df < 1 ? 1 : (Math.sqrt(clusters / df) * studentQuantile(0.975, df)) / normalQuantile(0.975)
  return (drawn: number, value: number) => Math.max(-most, Math.min(most, value + by * (drawn - value)))
}

/** Regularised incomplete beta function I_x(a, b), continued fraction after Lentz (Press et al. 2007, §6.4). */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b)) / a
  const tiny = 1e-300
  let c = 1
  let d = 1 / (1 - ((a + b) * x) / (a + 1) || tiny)
  let fraction = d
  for (let m = 1; m <= 500; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / (1 + even * d || tiny)
    c = 1 + even / c || tiny
    fraction *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / (1 + odd * d || tiny)
    c = 1 + odd / c || tiny
    fraction *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return front * fraction
}

/** Regularised lower incomplete gamma function P(a, x): a series below a + 1, a continued fraction above. */
function lowerGamma(a: number, x: number): number {
  if (x <= 0) return 0
  const front = Math.exp(a * Math.log(x) - x - logGamma(a))
  if (x < a + 1) {
    let term = 1 / a
    let sum = term
    for (let n = 1; n < 1_000; n++) {
      term *= x / (a + n)
      sum += term
      if (term < sum * 1e-16) break
    }
    return Math.min(1, front * sum)
  }
  let b = x + 1 - a
  let c = 1e300
  let d = 1 / b
  let fraction = d
  for (let n = 1; n < 1_000; n++) {
    const an = -n * (n - a)
    b += 2
    d = 1 / (an * d + b)
    c = b + an / c
    fraction *= d * c
    if (Math.abs(d * c - 1) < 1e-16) break
  }
  return Math.max(0, 1 - front * fraction)
}

/** Root of an increasing function between `low` and `high`. */
function bisect(f: (x: number) => number, low: number, high: number): number {
  let [a, b] = [low, high]
  for (let i = 0; i < 200; i++) {
    const middle = (a + b) / 2
    if (middle === a || middle === b) break
    if (f(middle) < 0) a = middle
    else b = middle
  }
  return (a + b) / 2
}
