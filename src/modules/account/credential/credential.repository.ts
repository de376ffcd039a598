import { Injectable } from '@nestjs/common';
import { InjectRepository, InjectDataSource } from '@nestjs/typeorm';
import { Repository, IsNull, DataSource } from 'typeorm';
import { ApiTokenEntity, CollectorLinkEntity } from '../../../database/entities/credential.entity';
import { InstanceSettingEntity } from '../../../database/entities/user.entity';
import { managerOf, invalidateOnCommit } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';
import { AssetEntity } from '../../../database/entities/asset.entity';
import type { UserCredential } from '../../../domain/account/credential';
import type { PageWindow } from '../../../domain/page';

@Injectable()
export class CredentialRepository {
  constructor(
    @InjectRepository(ApiTokenEntity) private readonly tokens: Repository<ApiTokenEntity>,
    @InjectRepository(InstanceSettingEntity) private readonly settings: Repository<InstanceSettingEntity>,
  ) {}

  /** Encrypted key of the default token. */
  async findDefaultKey(userId: number): Promise<Buffer | undefined> {
    const token = await this.tokens.findOne({
      select: { id: true, encryptedKey: true },
      where: { userId, isDefault: true },
    });
    return token?.encryptedKey ?? undefined;
  }

  /** @returns false when the user already has a default token */
  async insertDefaultKey(
    transaction: Transaction,
    userId: number,
    keyHash: Buffer,
    encryptedKey: Buffer,
  ): Promise<boolean> {
    const result = await managerOf(transaction)
      .createQueryBuilder()
      .insert()
      .into(ApiTokenEntity)
      .values({ userId, keyHash, encryptedKey, isDefault: true })
      .orIgnore()
      .returning('id')
      .execute();
    return (result.raw as unknown[]).length > 0;
  }

  /** @returns false when there was none */
  async deleteDefaultKey(transaction: Transaction, userId: number): Promise<boolean> {
    const result = await managerOf(transaction).delete(ApiTokenEntity, { userId, isDefault: true });
    invalidateOnCommit(transaction, 'user', userId);
    return (result.affected ?? 0) > 0;
  }

  /** Including the default token. */
  async deleteAll(transaction: Transaction, userId: number): Promise<void> {
    await managerOf(transaction).delete(ApiTokenEntity, { userId });
    invalidateOnCommit(transaction, 'user', userId);
  }

  /** The first process stores its value; all processes get the stored one. */
  async getOrInsertSetting(name: string, value: string): Promise<string> {
    await this.settings.createQueryBuilder().insert().values({ name, value }).orIgnore().execute();
    return (await this.settings.findOneByOrFail({ name })).value;
  }
}

export type NewCollectorLink = Omit<CollectorLinkEntity, 'id'>;
export type CollectorLink = Omit<NewCollectorLink, 'keyHash'>;

@Injectable()
export class CollectorLinkRepository {
  constructor(
    @InjectRepository(CollectorLinkEntity) private readonly links: Repository<CollectorLinkEntity>,
    @InjectRepository(AssetEntity) private readonly assets: Repository<AssetEntity>,
  ) {}

  /** Newest first. */
  async list(
    assetId: number,
    { limit, start }: { limit: number; start: number },
  ): Promise<[CollectorLink[], number]> {
    return this.links.findAndCount({ where: { assetId }, order: { id: 'DESC' }, take: limit, skip: start });
  }

  count(assetId: number): Promise<number> {
    return this.links.countBy({ assetId });
  }

  async insert(transaction: Transaction, link: NewCollectorLink): Promise<void> {
    await managerOf(transaction).insert(CollectorLinkEntity, link);
  }

  /** @returns false when the asset has no such link */
  async delete(transaction: Transaction, assetId: number, uid: string): Promise<boolean> {
    const { affected } = await managerOf(transaction).delete(CollectorLinkEntity, { assetId, uid });
    return (affected ?? 0) > 0;
  }

  /** Undefined for an unknown key or a deleted asset. */
  async findAssetUid(keyHash: Buffer): Promise<string | undefined> {
    const link = await this.links.findOne({ select: { assetId: true }, where: { keyHash } });
    if (link === null) return undefined;
    const asset = await this.assets.findOne({
      select: { uid: true },
      where: { id: link.assetId, dateDeleted: IsNull() },
    });
    return asset?.uid;
  }
}

@Injectable()
export class UserCredentialsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Tokens, sessions and authorized applications, newest first, without expired ones. */
  async list(userId: number, { limit, start }: PageWindow, now: Date): Promise<[UserCredential[], number]> {
    const rows = await this.dataSource.query<(UserCredential & { total: number })[]>(
      `WITH credential AS (
         SELECT CASE WHEN is_default THEN 'default-token' ELSE 'token' END AS kind,
                CASE WHEN is_default THEN 'default' ELSE uid END AS uid,
                name, scopes, date_created AS created, date_expires AS expires, date_last_used AS "lastUsed",
                NULL AS address, NULL AS agent
           FROM api_token WHERE user_id = $1 AND (date_expires IS NULL OR date_expires > $2)
         UNION ALL
         SELECT 'session', 'session-' || id, '', '{read,write}', date_created, date_expires, date_last_used, address, agent
           FROM session WHERE user_id = $1 AND date_expires > $2
         UNION ALL
         SELECT 'application', a.client_id, a.name, array_agg(DISTINCT s.scope), min(g.date_created), NULL,
                max(t.date_created), NULL, NULL
           FROM oauth_grant g
           JOIN oauth_application a ON a.id = g.application_id
           JOIN oauth_token t ON t.grant_id = g.id
           CROSS JOIN LATERAL unnest(g.scopes) AS s(scope)
          WHERE g.user_id = $1 AND g.date_revoked IS NULL
          GROUP BY a.id
       )
       SELECT whole.total, page.*
         FROM (SELECT count(*)::integer AS total FROM credential) AS whole
         LEFT JOIN (SELECT * FROM credential ORDER BY created DESC, uid LIMIT $3 OFFSET $4) AS page ON true
        ORDER BY page.created DESC, page.uid`,
      [userId, now, limit, start],
    );
    // An empty page still returns one row with the total.
    const credentials = rows.filter(({ uid }) => uid !== null);
    return [credentials.map(({ total: _, ...credential }) => credential), rows[0]!.total];
  }
}
