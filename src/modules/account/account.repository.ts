import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ILike, In, IsNull, Not, Repository } from 'typeorm';
import { violatedConstraint } from '../../database/constraint-violation';
import type { UserSearch } from '../../domain/account/username';
import { AssetSubscriptionEntity, AssetEntity, FormDraftEntity } from '../../database/entities/asset.entity';
import { PermissionAssignmentEntity } from '../../database/entities/permission.entity';
import { UserEntity } from '../../database/entities/user.entity';
import { managerOf, invalidateOnCommit } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { ExtraDetailsChange } from '../../domain/account/profile';
import { InvalidError } from '../../domain/errors';

export interface NewUser {
  readonly username: string;
  readonly passwordHash: string | null;
  readonly email: string;
  readonly isSuperuser: boolean;
  readonly extraDetails: Readonly<Record<string, string>>;
  readonly extraDetailsUid: string;
  /** Defaults to true. */
  readonly isActive?: boolean;
}

/** Absent members stay. */
export type UserChange = Partial<
  Pick<
    UserEntity,
    | 'passwordHash'
    | 'email'
    | 'unverifiedEmail'
    | 'firstName'
    | 'lastName'
    | 'isSuperuser'
    | 'isActive'
    | 'mfaRequired'
  >
>;

export type UserWithPassword = UserEntity & { passwordHash: string | null };

@Injectable()
export class AccountRepository {
  constructor(@InjectRepository(UserEntity) private readonly users: Repository<UserEntity>) {}

  findById(id: number): Promise<UserEntity | null> {
    return this.users.findOneBy({ id });
  }

  /** Case-insensitive. */
  findByUsername(username: string): Promise<UserEntity | null> {
    return this.withUsername(username).getOne();
  }

  /** Case-insensitive. */
  findByUsernames(usernames: readonly string[]): Promise<UserEntity[]> {
    const names = usernames.filter(isUsername).map((name) => name.toLowerCase());
    return this.users
      .createQueryBuilder('app_user')
      .where('lower(app_user.username) = ANY(:names::text[])', { names })
      .getMany();
  }

  findWithPassword(username: string): Promise<UserWithPassword | null> {
    return this.withUsername(username).addSelect('app_user.passwordHash').getOne();
  }

  findWithPasswordById(id: number): Promise<UserWithPassword | null> {
    return this.users
      .createQueryBuilder('app_user')
      .where({ id })
      .addSelect('app_user.passwordHash')
      .getOne();
  }

  /** Active accounts with this username or e-mail address, at most five; case-insensitive. */
  findActiveByLogin(login: string): Promise<UserWithPassword[]> {
    return this.users
      .createQueryBuilder('app_user')
      .where('(lower(app_user.username) = lower(:login) OR lower(app_user.email) = lower(:login))', { login })
      .andWhere('app_user.isActive')
      .orderBy('app_user.id')
      .take(5)
      .addSelect('app_user.passwordHash')
      .getMany();
  }

  /** Accounts with this e-mail address, at most two; case-insensitive. */
  findByEmail(email: string): Promise<UserEntity[]> {
    return this.users
      .createQueryBuilder('app_user')
      .where('lower(app_user.email) = lower(:email)', { email })
      .orderBy('app_user.id')
      .take(2)
      .getMany();
  }

  async hasSuperuser(): Promise<boolean> {
    return this.users.existsBy({ isSuperuser: true });
  }

  async insert(transaction: Transaction, user: NewUser): Promise<number> {
    try {
      const { identifiers } = await managerOf(transaction).insert(UserEntity, user);
      return (identifiers[0] as { id: number }).id;
    } catch (error) {
      if (violatedConstraint(error) === 'app_user_username_key') {
        throw InvalidError.at('username', `The username ${user.username} is taken; choose another one.`);
      }
      throw error;
    }
  }

  /** Invalidates cache entries about the account in all processes. */
  async update(transaction: Transaction, id: number, change: UserChange): Promise<void> {
    if (Object.keys(change).length === 0) return;
    const deactivated = change.isActive === false ? { dateDeactivated: () => 'now()' } : {};
    await managerOf(transaction).update(UserEntity, { id }, { ...change, ...deactivated });
    invalidateOnCommit(transaction, 'user', id);
  }

  /** Deletes unsaved changes of forms. */
  async deleteDrafts(transaction: Transaction, userId: number): Promise<void> {
    await managerOf(transaction).delete(FormDraftEntity, { userId });
  }

  /** @returns false if password or address were changed, or the account deactivated, in the meantime */
  async replacePassword(
    transaction: Transaction,
    { id, passwordHash, email }: { id: number; passwordHash: string; email: string },
    next: string,
  ): Promise<boolean> {
    const { affected } = await managerOf(transaction).update(
      UserEntity,
      { id, passwordHash, email, isActive: true },
      { passwordHash: next },
    );
    invalidateOnCommit(transaction, 'user', id);
    return affected === 1;
  }

  /** @returns false if an address was changed, or the account deactivated, in the meantime */
  async confirmEmail(
    transaction: Transaction,
    id: number,
    before: string,
    unverifiedEmail: string,
  ): Promise<boolean> {
    const { affected } = await managerOf(transaction).update(
      UserEntity,
      { id, email: before, unverifiedEmail, isActive: true },
      { email: unverifiedEmail, unverifiedEmail: null },
    );
    invalidateOnCommit(transaction, 'user', id);
    return affected === 1;
  }

  /** `SELECT … FOR UPDATE` */
  lock(transaction: Transaction, id: number): Promise<UserEntity | null> {
    return managerOf(transaction).findOne(UserEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Merges in one statement, so that concurrent updates of different keys do not overwrite each other. */
  async mergeExtraDetails(
    transaction: Transaction,
    id: number,
    { set, clear }: ExtraDetailsChange,
    now: Date,
  ): Promise<void> {
    await managerOf(transaction)
      .createQueryBuilder()
      .update(UserEntity)
      .set({
        extraDetails: () => '(extra_details || :set::jsonb) - :clear::text[]',
        extraDetailsModified: now,
      })
      .setParameters({ set: JSON.stringify(set), clear })
      .where({ id })
      .execute();
    invalidateOnCommit(transaction, 'user', id);
  }

  async recordSignIn(transaction: Transaction, id: number, now: Date): Promise<void> {
    await managerOf(transaction).update(UserEntity, { id }, { lastLogin: now });
  }

  /** Number of assets by owner id, without deleted ones; owners without assets are absent. */
  async countAssets(ids: readonly number[]): Promise<Map<number, number>> {
    const rows = await this.users.manager
      .createQueryBuilder(AssetEntity, 'asset')
      .select('asset.ownerId', 'id')
      .addSelect('count(*)::integer', 'assets')
      .where({ ownerId: In([...ids]), dateDeleted: IsNull(), assetType: Not('empty') })
      .groupBy('asset.ownerId')
      .getRawMany<{ id: number; assets: number }>();
    return new Map(rows.map(({ id, assets }) => [id, assets]));
  }

  countPublicCollections(ownerId: number, anonymousUserId: number): Promise<number> {
    return this.users.manager
      .createQueryBuilder(AssetEntity, 'asset')
      .innerJoin(PermissionAssignmentEntity, 'assignment', 'assignment.assetId = asset.id')
      .where({ ownerId, assetType: 'collection', dateDeleted: IsNull() })
      .andWhere(`assignment.userId = :anonymousUserId AND assignment.codename = 'discover_asset'`, {
        anonymousUserId,
      })
      .getCount();
  }

  /** Subscriptions of other users to the public collections. */
  countFollowers(ownerId: number, anonymousUserId: number): Promise<number> {
    return this.users.manager
      .createQueryBuilder(AssetSubscriptionEntity, 'subscription')
      .innerJoin(AssetEntity, 'asset', 'asset.id = subscription.assetId')
      .innerJoin(PermissionAssignmentEntity, 'assignment', 'assignment.assetId = asset.id')
      .where('asset.ownerId = :ownerId AND asset.dateDeleted IS NULL', { ownerId })
      .andWhere('subscription.userId <> :ownerId')
      .andWhere(`assignment.userId = :anonymousUserId AND assignment.codename = 'discover_asset'`, {
        anonymousUserId,
      })
      .getCount();
  }

  /** Lists users except AnonymousUser by username. Substring search ignores case; an empty text matches all. */
  list(search: UserSearch, anonymousUserId: number, window: { limit: number; start: number }) {
    const notAnonymous = { id: Not(anonymousUserId) };
    const pattern = ILike(`%${search.text.replace(/[\\%_]/g, '\\$&')}%`);
    return this.users.findAndCount({
      where:
        search.kind === 'exact'
          ? { ...notAnonymous, [search.field]: search.text }
          : search.fields.map((field) => ({ ...notAnonymous, [field]: pattern })),
      order: { username: 'ASC' },
      take: window.limit,
      skip: window.start,
    });
  }

  /** `SELECT … FOR UPDATE` of all active superusers, so that concurrent updates cannot remove the last one. */
  async lockActiveSuperusers(transaction: Transaction): Promise<number[]> {
    const superusers = await managerOf(transaction).find(UserEntity, {
      select: { id: true },
      where: { isSuperuser: true, isActive: true },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return superusers.map(({ id }) => id);
  }

  private withUsername(username: string) {
    const query = this.users.createQueryBuilder('app_user');
    return isUsername(username)
      ? query.where('lower(app_user.username) = lower(:username)', { username })
      : query.where('false');
  }
}

/**
 * Usernames are ASCII. Rejecting others prevents locale-dependent case folding (Turkish dotless i), which would let
 * guesses at one account bypass its counters.
 */
function isUsername(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}
