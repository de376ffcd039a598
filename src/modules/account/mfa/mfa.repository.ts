import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, Repository } from 'typeorm';
import {
  MfaMethodEntity,
  SessionEntity,
  UserEntity,
  RecoveryCodeEntity,
} from '../../../database/entities/user.entity';
import { invalidateOnCommit, managerOf } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';
import type { MfaAccount } from '../../../domain/account/credential';

@Injectable()
export class MfaRepository {
  constructor(@InjectRepository(MfaMethodEntity) private readonly methods: Repository<MfaMethodEntity>) {}

  find(userId: number): Promise<MfaMethodEntity | null> {
    return this.methods.findOneBy({ userId });
  }

  async findAccount(userId: number): Promise<MfaAccount | undefined> {
    return this.methods.manager
      .createQueryBuilder(UserEntity, 'app_user')
      .leftJoin(MfaMethodEntity, 'method', 'method.userId = app_user.id')
      .select('app_user.isSuperuser', 'isSuperuser')
      .addSelect('app_user.mfaRequired', 'isRequired')
      .addSelect('coalesce(method.isActive, false)', 'isActive')
      .where('app_user.id = :userId', { userId })
      .getRawOne<MfaAccount>();
  }

  /** Encrypted secret; undefined without one. */
  async findSecret(userId: number, { isActive }: { isActive: boolean }): Promise<Buffer | undefined> {
    const method = await this.methods.findOne({
      select: { userId: true, encryptedSecret: true },
      where: { userId, isActive },
    });
    return method?.encryptedSecret ?? undefined;
  }

  /** Stores the secret of a method that is not active yet. @returns false when one is active */
  async insertSecret(userId: number, encryptedSecret: Buffer, now: Date): Promise<boolean> {
    const fresh = { userId, encryptedSecret, isActive: false, dateCreated: now, dateModified: now };
    await this.methods.createQueryBuilder().insert().values(fresh).orIgnore().execute();
    const { affected } = await this.methods.update(
      { userId, isActive: false },
      { encryptedSecret, dateModified: now },
    );
    return affected === 1;
  }

  /** @returns false when the secret was replaced or activated meanwhile */
  async activate(
    transaction: Transaction,
    userId: number,
    { encryptedSecret, step, now }: { encryptedSecret: Buffer; step: number; now: Date },
  ): Promise<boolean> {
    const { affected } = await managerOf(transaction).update(
      MfaMethodEntity,
      { userId, isActive: false, encryptedSecret },
      { isActive: true, lastStep: step, dateModified: now, dateDisabled: null },
    );
    invalidateOnCommit(transaction, 'user', userId);
    return affected === 1;
  }

  /** @returns false when a code of this step or a later one was accepted before */
  async useStep(userId: number, step: number): Promise<boolean> {
    const { affected } = await this.methods.update(
      { userId, isActive: true, lastStep: LessThan(step) },
      { lastStep: step },
    );
    return affected === 1;
  }

  /** Deletes the code. @returns false when the user has no such code */
  async useRecoveryCode(userId: number, hashes: readonly Buffer[]): Promise<boolean> {
    const codeHash = In([...hashes]);
    const { affected } = await this.methods.manager.delete(RecoveryCodeEntity, { userId, codeHash });
    return affected === 1;
  }

  countRecoveryCodes(userId: number): Promise<number> {
    return this.methods.manager.countBy(RecoveryCodeEntity, { userId });
  }

  async replaceRecoveryCodes(
    transaction: Transaction,
    userId: number,
    hashes: readonly Buffer[],
  ): Promise<void> {
    await managerOf(transaction).delete(RecoveryCodeEntity, { userId });
    const codes = hashes.map((codeHash) => ({ userId, codeHash }));
    await managerOf(transaction).insert(RecoveryCodeEntity, codes);
  }

  async deactivate(transaction: Transaction, userId: number, now: Date): Promise<void> {
    await managerOf(transaction).delete(RecoveryCodeEntity, { userId });
    await managerOf(transaction).update(
      MfaMethodEntity,
      { userId },
      { isActive: false, encryptedSecret: null, lastStep: 0, dateModified: now, dateDisabled: now },
    );
    invalidateOnCommit(transaction, 'user', userId);
  }

  /** Deletes the method with its recovery codes. @returns false when there was none */
  async delete(transaction: Transaction, userId: number): Promise<boolean> {
    const { affected } = await managerOf(transaction).delete(MfaMethodEntity, { userId });
    invalidateOnCommit(transaction, 'user', userId);
    return affected === 1;
  }

  async setRequired(transaction: Transaction, userId: number, mfaRequired: boolean): Promise<void> {
    await managerOf(transaction).update(UserEntity, { id: userId }, { mfaRequired });
    invalidateOnCommit(transaction, 'user', userId);
  }

  /** The session of the user in which the code was sent counts as signed in with it. */
  async passSession(transaction: Transaction, userId: number, sessionId: number): Promise<void> {
    await managerOf(transaction).update(SessionEntity, { id: sessionId, userId }, { mfaPassed: true });
  }

  /** Deletes sessions of a password alone, so that they do not come back when the method is switched off. */
  async deleteOtherSessions(transaction: Transaction, userId: number): Promise<void> {
    await managerOf(transaction).delete(SessionEntity, { userId, mfaPassed: false });
  }
}
