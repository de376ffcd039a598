import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { ApiTokenEntity } from '../../database/entities/api-token.entity';
import { InstanceSettingEntity } from '../../database/entities/instance-setting.entity';
import { managerOf, invalidateOnCommit } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';

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
