import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { PasswordCost } from '../../config/password-cost';

/** argon2id, off the event loop. */
@Injectable()
export class PasswordHasher {
  /** A hash of no password: checked for unknown users, so that timing tells nothing. */
  private readonly decoy: Promise<string>;

  constructor(private readonly cost: PasswordCost) {
    this.decoy = this.hash('no user has this password');
  }

  hash(password: string): Promise<string> {
    return hash(password, this.cost);
  }

  /** @param stored null for an account without a password; the same work is done and the answer is no. */
  async matches(stored: string | null | undefined, password: string): Promise<boolean> {
    const holds = await verify(stored ?? (await this.decoy), password).catch(() => false);
    return holds && typeof stored === 'string';
  }
}
