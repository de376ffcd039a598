import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretKey } from '../../../config/secret-key';
import { DeniedError } from '../../../domain/errors';

const NONCE_BYTES = 16;
/** 160 bits of the HMAC. */
const SIGNATURE_BYTES = 20;
const NONCE_LENGTH = 22;
/** Letters, digits and "_", 32 to 64 of them: clients of KoboToolbox accept no other token. */
const TOKEN = /^\w{49}$/;

interface SentTokens {
  readonly cookie: string | undefined;
  readonly sent: string | undefined;
  /** The browser says that the request is from a page of this service. */
  readonly isSameOrigin?: boolean;
}

/**
 * CSRF protection by signed double-submit cookie (OWASP; contract-assets 8). The token is sent in a cookie and in the
 * form or the X-CSRFToken header. It is signed for the session, so that injected cookies are rejected.
 */
@Injectable()
export class CsrfService {
  private readonly keys: readonly [Buffer, ...Buffer[]];

  constructor(secretKey: SecretKey) {
    this.keys = secretKey.deriveAll('csrf tokens');
  }

  /** @param session id that the token is bound to; undefined for anonymous visitors */
  generateToken(session: number | undefined): string {
    const nonce = encode(randomBytes(NONCE_BYTES));
    return nonce + sign(this.keys[0], nonce, session);
  }

  /** Verifies the signature for this session. */
  verify(token: string, session: number | undefined): boolean {
    if (!TOKEN.test(token)) return false;
    const nonce = token.slice(0, NONCE_LENGTH);
    const signature = token.slice(NONCE_LENGTH);
    return this.keys.some((key) => equalsInConstantTime(signature, sign(key, nonce, session)));
  }

  /** The token in another form for each response: a compressed page reveals no part of it by its size (BREACH). */
  mask(token: string): string {
    const mask = randomBytes(token.length);
    return Buffer.concat([mask, exclusiveOr(mask, Buffer.from(token))]).toString('base64url');
  }

  /**
   * The token of a page of this service need not be that of the cookie: two sign-in pages that load at once set two cookies,
   * and the later one stays.
   * @throws DeniedError with the messages that clients know
   */
  assertValid({ cookie, sent, isSameOrigin = false }: SentTokens, session: number | undefined): void {
    if (cookie === undefined) throw new DeniedError('CSRF Failed: CSRF cookie not set.');
    if (sent === undefined || sent === '') throw new DeniedError('CSRF Failed: CSRF token missing.');
    const token = unmasked(sent);
    const isExpected = isSameOrigin || equalsInConstantTime(cookie, token);
    if (!isExpected || !this.verify(token, session)) {
      throw new DeniedError('CSRF Failed: CSRF token incorrect.');
    }
  }
}

function sign(key: Buffer, nonce: string, session: number | undefined): string {
  const digest = createHmac('sha256', key)
    .update(`${nonce}:${session ?? ''}`)
    .digest();
  return encode(digest.subarray(0, SIGNATURE_BYTES));
}

/** Base64url without "-", which costs less than a bit per character. */
function encode(bytes: Buffer): string {
  return bytes.toString('base64url').replaceAll('-', '_');
}

/** The token of a form; headers have it without a mask. */
function unmasked(sent: string): string {
  if (TOKEN.test(sent)) return sent;
  const bytes = Buffer.from(sent, 'base64url');
  const half = bytes.length / 2;
  return Number.isInteger(half) ? exclusiveOr(bytes.subarray(0, half), bytes.subarray(half)).toString() : '';
}

function exclusiveOr(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(one.map((byte, index) => byte ^ other[index]!));
}

function equalsInConstantTime(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
