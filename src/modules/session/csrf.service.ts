import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretKey } from '../../config/secret-key';
import { DeniedError } from '../../domain/errors';

const NONCE_BYTES = 16;

/**
 * CSRF protection by signed double-submit cookie (OWASP; contract-assets 8). The token is sent in a cookie and in the
 * form or the X-CSRFToken header. It is signed for the session, so that injected cookies are rejected.
 */
@Injectable()
export class CsrfService {
  private readonly key: Buffer;

  constructor(secretKey: SecretKey) {
    this.key = secretKey.derive('csrf tokens');
  }

  /** @param session id that the token is bound to; undefined for anonymous visitors */
  generateToken(session: number | undefined): string {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    return `${nonce}.${this.sign(nonce, session)}`;
  }

  /** Verifies the signature for this session. */
  verify(token: string, session: number | undefined): boolean {
    const [nonce, signature, ...rest] = token.split('.');
    if (nonce === undefined || signature === undefined || rest.length > 0) return false;
    return equalsInConstantTime(signature, this.sign(nonce, session));
  }

  /** @throws DeniedError with the messages that clients know */
  assertValid(
    { cookie, sent }: { cookie: string | undefined; sent: string | undefined },
    session: number | undefined,
  ): void {
    if (cookie === undefined) throw new DeniedError('CSRF Failed: CSRF cookie not set.');
    if (sent === undefined || sent === '') throw new DeniedError('CSRF Failed: CSRF token missing.');
    if (!equalsInConstantTime(cookie, sent) || !this.verify(sent, session)) {
      throw new DeniedError('CSRF Failed: CSRF token incorrect.');
    }
  }

  private sign(nonce: string, session: number | undefined): string {
    return createHmac('sha256', this.key)
      .update(`${nonce}:${session ?? ''}`)
      .digest('base64url');
  }
}

function equalsInConstantTime(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
