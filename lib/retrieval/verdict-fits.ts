import type { VerdictFit } from './fit-verdict.ts'

/** By embedder; written by scripts/make/verdict.ts from the sample's graded lessons. */
export const VERDICT_FITS: Readonly<Record<string, Omit<VerdictFit, 'held'>>> = {
  'local-v2': {
    n: 140,
    helped: 64,
    model: {
      means: [0.314149, 0.0412588, 0.224343, 0.246377, 0.214409, 0, 0.15],
      scales: [0.0959033, 0.0480151, 0.121866, 0.121854, 0.123847, 1, 0.376544],
      weights: [[-0.166655, -0.0702678, 0.531092, 0.323851, 0.354095, 0.219402, 0, 0.0573137]],
    },
    fitsFrom: 0.61698,
    weakFrom: 0.25235,
    levels: {
      fits: {
        n: 32,
        helped: 21,
      },
      weak: {
        n: 73,
        helped: 33,
      },
      'nothing-fits': {
        n: 35,
        helped: 10,
      },
    },
    curve: [
      {
        from: 0.84985,
        share: 0.05,
        precision: 0.714286,
      },
      {
        from: 0.749809,
        share: 0.1,
        precision: 0.714286,
      },
      {
        from: 0.71767,
        share: 0.15,
        precision: 0.666667,
      },
      {
        from: 0.66626,
        share: 0.2,
        precision: 0.642857,
      },
      {
        from: 0.613571,
        share: 0.25,
        precision: 0.685714,
      },
      {
        from: 0.563941,
        share: 0.3,
        precision: 0.690476,
      },
      {
        from: 0.509713,
        share: 0.35,
        precision: 0.693878,
      },
      {
        from: 0.471988,
        share: 0.4,
        precision: 0.642857,
      },
      {
        from: 0.456921,
        share: 0.45,
        precision: 0.650794,
      },
      {
        from: 0.432785,
        share: 0.5,
        precision: 0.657143,
      },
      {
        from: 0.413322,
        share: 0.55,
        precision: 0.623377,
      },
      {
        from: 0.368428,
        share: 0.6,
        precision: 0.595238,
      },
      {
        from: 0.358136,
        share: 0.65,
        precision: 0.582418,
      },
      {
        from: 0.326782,
        share: 0.7,
        precision: 0.540816,
      },
      {
        from: 0.272567,
        share: 0.75,
        precision: 0.514286,
      },
      {
        from: 0.237095,
        share: 0.8,
        precision: 0.5,
      },
      {
        from: 0.22029,
        share: 0.85,
        precision: 0.495798,
      },
      {
        from: 0.195107,
        share: 0.9,
        precision: 0.47619,
      },
      {
        from: 0.172876,
        share: 0.95,
        precision: 0.473684,
      },
      {
        from: 0.103333,
        share: 1,
        precision: 0.457143,
      },
    ],
  },
  'local-v1': {
    n: 140,
    helped: 35,
    model: {
      means: [0.264193, 0.0467327, 0.13494, 0.145369, 0.126849, 0, 0.0285714],
      scales: [0.117661, 0.0553337, 0.164664, 0.158296, 0.15741, 1, 0.166599],
      weights: [[-1.22249, 0.186191, 0.467722, 0.0694326, 0.306383, 0.0802454, 0, 0.116508]],
    },
    fitsFrom: 0.640046,
    weakFrom: 0.431355,
    levels: {
      fits: {
        n: 7,
        helped: 3,
      },
      weak: {
        n: 13,
        helped: 7,
      },
      'nothing-fits': {
        n: 120,
        helped: 25,
      },
    },
    curve: [
      {
        from: 0.640046,
        share: 0.05,
        precision: 0.571429,
      },
      {
        from: 0.495095,
        share: 0.1,
        precision: 0.5,
      },
      {
        from: 0.431355,
        share: 0.15,
        precision: 0.52381,
      },
      {
        from: 0.350719,
        share: 0.2,
        precision: 0.464286,
      },
      {
        from: 0.3287,
        share: 0.25,
        precision: 0.4,
      },
      {
        from: 0.303213,
        share: 0.3,
        precision: 0.357143,
      },
      {
        from: 0.271933,
        share: 0.35,
        precision: 0.306122,
      },
      {
        from: 0.252853,
        share: 0.4,
        precision: 0.321429,
      },
      {
        from: 0.214408,
        share: 0.45,
        precision: 0.333333,
      },
      {
        from: 0.191844,
        share: 0.5,
        precision: 0.328571,
      },
      {
        from: 0.181209,
        share: 0.55,
        precision: 0.311688,
      },
      {
        from: 0.164219,
        share: 0.6,
        precision: 0.297619,
      },
      {
        from: 0.157806,
        share: 0.65,
        precision: 0.296703,
      },
      {
        from: 0.151106,
        share: 0.7,
        precision: 0.27551,
      },
      {
        from: 0.134731,
        share: 0.75,
        precision: 0.257143,
      },
      {
        from: 0.129608,
        share: 0.8,
        precision: 0.267857,
      },
      {
        from: 0.121082,
        share: 0.85,
        precision: 0.260504,
      },
      {
        from: 0.112074,
        share: 0.9,
        precision: 0.246032,
      },
      {
        from: 0.101348,
        share: 0.95,
        precision: 0.24812,
      },
      {
        from: 0.0686311,
        share: 1,
        precision: 0.25,
      },
    ],
  },
}
