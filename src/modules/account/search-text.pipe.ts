import { Injectable, type PipeTransform } from '@nestjs/common';
import { whyUnstorable } from '../../domain/text/unstorable-text';
import { InvalidError } from '../../domain/errors';

/** What a list is searched for; absent, it is everything. */
@Injectable()
export class SearchTextPipe implements PipeTransform<unknown, string> {
  /** @throws InvalidError for text that no stored one can hold */
  transform(value: unknown): string {
    if (typeof value !== 'string') return '';
    const unstorable = whyUnstorable(value);
    if (unstorable !== undefined) throw new InvalidError({ q: [`The text ${unstorable}.`] });
    return value.trim();
  }
}
