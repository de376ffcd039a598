import { Injectable } from '@nestjs/common';
import { ANONYMOUS_USERNAME, type UserActor } from '../../domain/account/actor';
import { InvalidError } from '../../domain/errors';
import { type Account, AccountService } from '../account/account.service';

/** Accounts here of users at the source, by name. */
export interface AccountMapping {
  /** Undefined if there is no account. */
  find(username: string): Promise<Account | undefined>;
  /** Actor for writing what the user owns; undefined if there is no account. */
  actorOf(username: string): Promise<UserActor | undefined>;
  readonly created: readonly string[];
  readonly missing: ReadonlySet<string>;
}

@Injectable()
export class AccountMappingService {
  constructor(private readonly accounts: AccountService) {}

  /**
   * @param createMissing creates deactivated accounts without a password
   * @param emailOf address of a user at the source, if it tells
   */
  open(createMissing: boolean, emailOf: (username: string) => Promise<string | undefined>): AccountMapping {
    const found = new Map<string, Account | undefined>();
    const created: string[] = [];
    const missing = new Set<string>();
    const load = async (username: string): Promise<Account | undefined> => {
      const account = await this.accounts.findByUsername(username);
      if (account !== null) return account;
      if (createMissing && username !== ANONYMOUS_USERNAME) {
        try {
          const inactive = await this.createInactive(username, (await emailOf(username)) ?? '');
          created.push(username);
          return inactive;
        } catch (error) {
          // A name that is not allowed here stays missing.
          if (!(error instanceof InvalidError)) throw error;
        }
      }
      missing.add(username);
      return undefined;
    };
    const find = async (username: string): Promise<Account | undefined> => {
      if (!found.has(username)) found.set(username, await load(username));
      return found.get(username);
    };
    const actorOf = async (username: string): Promise<UserActor | undefined> => {
      const account = await find(username);
      return account === undefined ? undefined : this.accounts.actorForOperator(account.id);
    };
    return { find, actorOf, created, missing };
  }

  /** Without the address if this service refuses it. @throws InvalidError for a name that is not allowed */
  private async createInactive(username: string, email: string): Promise<Account> {
    try {
      return await this.accounts.createInactive(username, email);
    } catch (error) {
      if (email === '' || !(error instanceof InvalidError)) throw error;
      return this.accounts.createInactive(username);
    }
  }
}
