import { InvalidError } from '../errors';

const DEFAULT_DAYS = 30;
const MOST_DAYS = 36_500;

/**
 * Reads the `days` parameter of counts: how many UTC dates back, today included (decision 19).
 * @throws InvalidError for what is no whole number above 0
 */
export function readCountedDays(value: unknown): number {
  if (value === undefined) return DEFAULT_DAYS;
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value)) {
    throw new InvalidError('`days` parameter must be an integer');
  }
  if (Number(value) < 1) throw new InvalidError('`days` parameter must be at least 1');
  return Math.min(Number(value), MOST_DAYS);
}
