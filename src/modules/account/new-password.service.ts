import { Injectable } from '@nestjs/common';
import { assertPassword, assertUncommon, personalWordsOf } from '../../domain/account/password-rule';
import { InvalidError } from '../../domain/errors';
import { PasswordStrength } from '../../workers/password-strength/password-strength';
import { PasswordHasher } from './password-hasher';

export interface PasswordOwner {
  readonly username: string;
  readonly email: string;
}

/** Accepts and hashes new passwords: every place that sets one calls it. */
@Injectable()
export class NewPasswordService {
  constructor(
    private readonly strength: PasswordStrength,
    private readonly hasher: PasswordHasher,
  ) {}

  /**
   * @param field name of the input, for the error
   * @throws InvalidError on that field for a password that is short, long or common
   */
  async hash(password: string, field: string, owner: PasswordOwner): Promise<string> {
    await this.assertAcceptable(password, field, owner);
    return this.hasher.hash(password);
  }

  /** Hashes a password that only has to have the right length. @throws InvalidError on the field */
  async hashAny(password: string, field: string): Promise<string> {
    assertPassword(password, field);
    return this.hasher.hash(password);
  }

  /** Why users could not choose the password; undefined if they could. */
  async problemOf(password: string, owner: PasswordOwner): Promise<string | undefined> {
    try {
      await this.assertAcceptable(password, 'password', owner);
      return undefined;
    } catch (error) {
      if (error instanceof InvalidError) return error.message.replace(/^password: /, '');
      throw error;
    }
  }

  private async assertAcceptable(
    password: string,
    field: string,
    { username, email }: PasswordOwner,
  ): Promise<void> {
    assertPassword(password, field);
    const personalWords = personalWordsOf(username, email);
    assertUncommon(await this.strength.estimateGuesses({ password, personalWords }), field);
  }
}
