import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { OAuthApplicationEntity, OAuthGrantEntity } from '../../../database/entities/credential.entity';
import { managerOf, invalidateOnCommit } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';

/** Absent members stay. */
export interface ApplicationChange {
  readonly name?: string | undefined;
  readonly redirectUris?: readonly string[] | undefined;
}

@Injectable()
export class ApplicationRepository {
  constructor(
    @InjectRepository(OAuthApplicationEntity)
    private readonly applications: Repository<OAuthApplicationEntity>,
  ) {}

  /** Oldest first. */
  listByOwner(ownerId: number, limit: number, start: number): Promise<[OAuthApplicationEntity[], number]> {
    return this.applications.findAndCount({
      where: { ownerId },
      order: { id: 'ASC' },
      take: limit,
      skip: start,
    });
  }

  findByClientId(clientId: string): Promise<OAuthApplicationEntity | null> {
    return this.applications.findOneBy({ clientId });
  }

  findOwn(ownerId: number, clientId: string): Promise<OAuthApplicationEntity | null> {
    return this.applications.findOneBy({ ownerId, clientId });
  }

  /** `SELECT … FOR UPDATE` */
  lock(transaction: Transaction, id: number): Promise<OAuthApplicationEntity | null> {
    return managerOf(transaction).findOne(OAuthApplicationEntity, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  findWithSecret(clientId: string): Promise<OAuthApplicationEntity | null> {
    return this.applications
      .createQueryBuilder('application')
      .addSelect('application.secretHash')
      .where('application.clientId = :clientId', { clientId })
      .getOne();
  }

  async insert(transaction: Transaction, application: Omit<OAuthApplicationEntity, 'id'>): Promise<void> {
    await managerOf(transaction).insert(OAuthApplicationEntity, application);
  }

  async update(
    transaction: Transaction,
    id: number,
    { name, redirectUris }: ApplicationChange,
    now: Date,
  ): Promise<void> {
    await managerOf(transaction).update(
      OAuthApplicationEntity,
      { id },
      {
        dateModified: now,
        ...(name !== undefined && { name }),
        ...(redirectUris !== undefined && { redirectUris: [...redirectUris] }),
      },
    );
  }

  /** Deletes its grants and tokens too and invalidates their cache entries. */
  async delete(transaction: Transaction, id: number): Promise<void> {
    const manager = managerOf(transaction);
    const deleted = await manager
      .createQueryBuilder()
      .delete()
      .from(OAuthGrantEntity)
      .where({ applicationId: id })
      .returning(['userId'])
      .execute();
    for (const { user_id: userId } of deleted.raw as { user_id: number }[])
      invalidateOnCommit(transaction, 'user', userId);
    await manager.delete(OAuthApplicationEntity, { id });
  }
}
