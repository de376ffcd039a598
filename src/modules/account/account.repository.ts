import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { brokenConstraint } from '../../database/broken-constraint';
import { UserEntity } from '../../database/entities/user.entity';
import { managerOf, type Transaction } from '../../database/unit-of-work';
import { ConflictError } from '../../domain/errors';

/** What a new account is made from. */
export interface NewUser {
  readonly username: string;
  readonly passwordHash: string | null;
  readonly email: string;
  readonly isSuperuser: boolean;
  readonly extraDetails: Readonly<Record<string, string>>;
  readonly extraDetailsUid: string;
}

export type UserWithPassword = UserEntity & { passwordHash: string | null };

@Injectable()
export class AccountRepository {
  constructor(@InjectRepository(UserEntity) private readonly users: Repository<UserEntity>) {}

  findById(id: number): Promise<UserEntity | null> {
    return this.users.findOneBy({ id });
  }

  /** Letter case counts for nothing. */
  findByUsername(username: string): Promise<UserEntity | null> {
    return this.users
      .createQueryBuilder('app_user')
      .where('lower(app_user.username) = lower(:username)', { username })
      .getOne();
  }

  findWithPassword(username: string): Promise<UserWithPassword | null> {
    return this.users
      .createQueryBuilder('app_user')
      .addSelect('app_user.passwordHash')
      .where('lower(app_user.username) = lower(:username)', { username })
      .getOne();
  }

  async hasSuperuser(): Promise<boolean> {
    return this.users.existsBy({ isSuperuser: true });
  }

  /** @throws ConflictError when the username is taken in any letter case. */
  async insert(transaction: Transaction, user: NewUser): Promise<number> {
    try {
      const { identifiers } = await managerOf(transaction).insert(UserEntity, user);
      return (identifiers[0] as { id: number }).id;
    } catch (error) {
      if (brokenConstraint(error) === 'app_user_username_key') {
        throw new ConflictError(`The username ${user.username} is taken; choose another one.`);
      }
      throw error;
    }
  }
}
