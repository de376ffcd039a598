/** The smallest of 1, 2 or 5 times a power of ten that is not below `least`. @param least above 0 */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= least * (1 - 1e-9))!;
}

/** Round numbers from 0 to one that is not below `most`, for an axis of counts. @param parts about so many steps */
export function countTicks(most: number, parts: number): number[] {
  const step = Math.max(1, roundStep(Math.max(most, 1) / parts));
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}

/** Multiples of a step between two numbers, both included. */
export function multiplesWithin(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}

/** At most so many places of a list, spread evenly, the first among them. */
export function spreadIndexes(length: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(length / most));
  return Array.from({ length: Math.ceil(length / step) }, (_, index) => index * step);
}
