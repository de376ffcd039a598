import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { PasswordCost } from '../../config/password-cost';

/** Hashes with argon2id in the libuv thread pool. */
@Injectable()
export class PasswordHasher {
  /** Verified for unknown users, against user enumeration by timing. */
  private readonly dummyHash: Promise<string>;

  constructor(private readonly cost: PasswordCost) {
    this.dummyHash = this.hash('no user has this password');
  }

  hash(password: string): Promise<string> {
    return hash(password, this.cost);
  }

  /** @param stored null for an account without a password: false, after the same amount of work */
  async matches(stored: string | null | undefined, password: string): Promise<boolean> {
    const isMatch = await verify(stored ?? (await this.dummyHash), password).catch(() => false);
    return isMatch && typeof stored === 'string';
  }
}
