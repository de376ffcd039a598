import { InvalidError } from '../errors';

const DEFAULT_DAYS = 30;

const MAX_DAYS = 36_500;

/**
 * Parses the `days` parameter: number of UTC dates, today included; default 30, capped at 36 500 (decision 47).
 * @throws InvalidError unless it is a positive integer
 */
export function readCountedDays(value: unknown): number {
  if (value === undefined) return DEFAULT_DAYS;
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value)) {
    throw new InvalidError('`days` parameter must be an integer');
  }
  if (Number(value) < 1) throw new InvalidError('`days` parameter must be at least 1');
  return Math.min(Number(value), MAX_DAYS);
}
