import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretKey } from '../../config/secret-key';
import { DeniedError } from '../../domain/errors';

const NONCE_BYTES = 16;

/**
 * Tokens that tell a form of ours from one that another site made the browser send. One travels in a cookie and again
 * in the form (or the header X-CSRFToken); it is signed for the session, so that one planted by somebody else who can
 * set cookies does not hold (OWASP: signed double-submit cookie; contract-assets 8).
 */
@Injectable()
export class CsrfService {
  private readonly key: Buffer;

  constructor(secretKey: SecretKey) {
    this.key = secretKey.derive('csrf tokens');
  }

  /** @param session the session that the token is good for; undefined: for visitors who are not signed in */
  make(session: number | undefined): string {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    return `${nonce}.${this.sign(nonce, session)}`;
  }

  /** Whether this service made the token, for this session. */
  isGenuine(token: string, session: number | undefined): boolean {
    const [nonce, signature, ...rest] = token.split('.');
    if (nonce === undefined || signature === undefined || rest.length > 0) return false;
    return sameText(signature, this.sign(nonce, session));
  }

  /** @throws DeniedError with the words that clients know when the request does not prove where it comes from */
  assertSent(
    { cookie, sent }: { cookie: string | undefined; sent: string | undefined },
    session: number | undefined,
  ): void {
    if (cookie === undefined) throw new DeniedError('CSRF Failed: CSRF cookie not set.');
    if (sent === undefined || sent === '') throw new DeniedError('CSRF Failed: CSRF token missing.');
    if (!sameText(cookie, sent) || !this.isGenuine(sent, session)) {
      throw new DeniedError('CSRF Failed: CSRF token incorrect.');
    }
  }

  private sign(nonce: string, session: number | undefined): string {
    return createHmac('sha256', this.key)
      .update(`${nonce}:${session ?? ''}`)
      .digest('base64url');
  }
}

/** In the same time wherever they differ. */
function sameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
