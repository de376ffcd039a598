import { Injectable, type PipeTransform } from '@nestjs/common';
import { readUserSearch, type UserSearch } from '../../domain/account/user-search';
import { InvalidError } from '../../domain/errors';
import { unstorableReason } from '../../domain/text/unstorable-text';

/** Parses the `q` parameter; absent matches all users. */
@Injectable()
export class UserSearchPipe implements PipeTransform<unknown, UserSearch> {
  /** @throws InvalidError for text that PostgreSQL cannot store */
  transform(value: unknown): UserSearch {
    const text = typeof value === 'string' ? value : '';
    const unstorable = unstorableReason(text);
    if (unstorable !== undefined) throw InvalidError.at('q', `The text ${unstorable}.`);
    return readUserSearch(text);
  }
}
