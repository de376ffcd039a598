import { Injectable } from '@nestjs/common';
import { ANONYMOUS_USERNAME, type UserActor } from '../../domain/account/actor';
import { suggestUsername } from '../../domain/account/username';
import { InvalidError } from '../../domain/errors';
import type { SourceAsset } from '../../domain/migration/source-types';
import { type Account, AccountService } from '../account/account.service';
import type { MigrationSource } from './migration-source.port';

/** Accounts here of users at the source, by name. */
export interface AccountMapping {
  /** Undefined if there is no account. */
  find(username: string): Promise<Account | undefined>;
  /** Actor for writing what the user owns; undefined if there is no account. */
  actorOf(username: string): Promise<UserActor | undefined>;
  /** With usernames of this service in grants, where the source names people by e-mail address. */
  withUsernames(asset: SourceAsset): Promise<SourceAsset>;
  readonly created: readonly string[];
  readonly missing: ReadonlySet<string>;
}

const MAX_SUGGESTIONS = 50;

@Injectable()
export class AccountMappingService {
  constructor(private readonly accounts: AccountService) {}

  /** @param createMissing creates deactivated accounts without a password, with their addresses if the source tells */
  open(
    createMissing: boolean,
    source: Pick<MigrationSource, 'namesUsersByEmail' | 'emailOf'>,
  ): AccountMapping {
    const found = new Map<string, Account | undefined>();
    const created: string[] = [];
    const missing = new Set<string>();
    const isAddress = (name: string): boolean => source.namesUsersByEmail && name.includes('@');
    const load = async (name: string): Promise<Account | undefined> => {
      const [account, another] = isAddress(name)
        ? await this.accounts.findByEmail(name)
        : [(await this.accounts.findByUsername(name)) ?? undefined];
      // Of several accounts with one address none is known to be the person's.
      if (account !== undefined && another === undefined) return account;
      if (createMissing && another === undefined && name !== ANONYMOUS_USERNAME) {
        try {
          const inactive = isAddress(name)
            ? await this.createForAddress(name)
            : await this.createInactive(name, (await source.emailOf(name)) ?? '');
          created.push(inactive.username);
          return inactive;
        } catch (error) {
          // A name that is not allowed here stays missing.
          if (!(error instanceof InvalidError)) throw error;
        }
      }
      missing.add(name);
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
    const withUsernames = async (asset: SourceAsset): Promise<SourceAsset> => {
      if (!source.namesUsersByEmail || asset.grants === undefined) return asset;
      const grants = [];
      for (const grant of asset.grants)
        grants.push({ ...grant, username: (await find(grant.username))?.username ?? grant.username });
      const isOwner = (name: string): boolean => name.toLowerCase() === asset.owner.toLowerCase();
      return { ...asset, grants: grants.filter(({ username }) => !isOwner(username)) };
    };
    return { find, actorOf, withUsernames, created, missing };
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

  /** With a free username like the address. @throws InvalidError for an address that is not allowed */
  private async createForAddress(email: string): Promise<Account> {
    for (let attempt = 1; attempt <= MAX_SUGGESTIONS; attempt += 1) {
      const username = suggestUsername(email, attempt);
      if ((await this.accounts.findByUsername(username)) !== null) continue;
      try {
        return await this.accounts.createInactive(username, email);
      } catch (error) {
        // Another name helps against a reserved one only.
        if (!(error instanceof InvalidError) || error.fields?.['email'] !== undefined) throw error;
      }
    }
    throw InvalidError.at('username', `No username for ${email} is free.`);
  }
}
