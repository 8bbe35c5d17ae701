import type { VerdictFit } from './fit-verdict.ts'

/** By embedder; written by scripts/make/verdict.ts from the sample's graded lessons. */
export const VERDICT_FITS: Readonly<Record<string, Omit<VerdictFit, 'held'>>> = {
  'local-v2': {
    n: 140,
    helped: 54,
    model: {
      means: [0.297939, 0.0530758, 0.230657, 0.212901, 0.198929, 0, 0.157143],
      scales: [0.100337, 0.0557799, 0.119114, 0.119469, 0.111227, 1, 0.363935],
      weights: [[-0.600196, -0.132402, 0.470835, 0.596913, 0.564871, 0.654885, 0, -0.0539511]],
    },
    fitsFrom: 0.533759,
    weakFrom: 0.437128,
    levels: {
      fits: {
        n: 38,
        helped: 25,
      },
      weak: {
        n: 21,
        helped: 11,
      },
      'nothing-fits': {
        n: 81,
        helped: 18,
      },
    },
    curve: [
      {
        from: 0.896132,
        share: 0.05,
        precision: 0.857143,
      },
      {
        from: 0.839873,
        share: 0.1,
        precision: 0.857143,
      },
      {
        from: 0.728892,
        share: 0.15,
        precision: 0.809524,
      },
      {
        from: 0.6694,
        share: 0.2,
        precision: 0.714286,
      },
      {
        from: 0.58793,
        share: 0.25,
        precision: 0.685714,
      },
      {
        from: 0.531332,
        share: 0.3,
        precision: 0.666667,
      },
      {
        from: 0.492514,
        share: 0.35,
        precision: 0.632653,
      },
      {
        from: 0.44664,
        share: 0.4,
        precision: 0.642857,
      },
      {
        from: 0.408285,
        share: 0.45,
        precision: 0.603175,
      },
      {
        from: 0.350202,
        share: 0.5,
        precision: 0.585714,
      },
      {
        from: 0.296021,
        share: 0.55,
        precision: 0.597403,
      },
      {
        from: 0.253937,
        share: 0.6,
        precision: 0.559524,
      },
      {
        from: 0.231614,
        share: 0.65,
        precision: 0.538462,
      },
      {
        from: 0.199395,
        share: 0.7,
        precision: 0.520408,
      },
      {
        from: 0.153221,
        share: 0.75,
        precision: 0.495238,
      },
      {
        from: 0.121552,
        share: 0.8,
        precision: 0.473214,
      },
      {
        from: 0.0999945,
        share: 0.85,
        precision: 0.445378,
      },
      {
        from: 0.0852044,
        share: 0.9,
        precision: 0.420635,
      },
      {
        from: 0.0683291,
        share: 0.95,
        precision: 0.406015,
      },
      {
        from: 0.00885765,
        share: 1,
        precision: 0.385714,
      },
    ],
  },
}
