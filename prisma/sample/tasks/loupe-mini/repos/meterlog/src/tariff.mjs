/** Thousandths of a cent for a kWh of power or a litre of water. */
export const TARIFF = { power: 14250, water: 335 }
