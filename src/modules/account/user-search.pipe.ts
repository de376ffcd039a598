import { Injectable, type PipeTransform } from '@nestjs/common';
import { readUserSearch, type UserSearch } from '../../domain/account/user-search';
import { InvalidError } from '../../domain/errors';
import { whyUnstorable } from '../../domain/text/unstorable-text';

/** What a list of users is searched for; absent, it is everything. */
@Injectable()
export class UserSearchPipe implements PipeTransform<unknown, UserSearch> {
  /** @throws InvalidError for text that no stored one can hold */
  transform(value: unknown): UserSearch {
    const text = typeof value === 'string' ? value : '';
    const unstorable = whyUnstorable(text);
    if (unstorable !== undefined) throw new InvalidError({ q: [`The text ${unstorable}.`] });
    return readUserSearch(text);
  }
}
