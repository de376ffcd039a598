import { Injectable, type PipeTransform } from '@nestjs/common';
import { InvalidError } from '../../domain/errors';

const DEFAULT_DAYS = 30;
const MOST_DAYS = 36_500;

/** The `days` parameter of counts: how many UTC dates back, today included. */
@Injectable()
export class DaysPipe implements PipeTransform<unknown, number> {
  transform(value: unknown): number {
    if (value === undefined || value === '') return DEFAULT_DAYS;
    if (typeof value !== 'string' || !/^\d{1,9}$/.test(value)) {
      throw new InvalidError('`days` parameter must be an integer');
    }
    return Math.min(Number(value), MOST_DAYS);
  }
}
