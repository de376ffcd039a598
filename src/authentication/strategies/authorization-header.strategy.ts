import type { Request } from 'express';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { StrategyCreated } from 'passport';
import { Strategy as HttpBearerStrategy } from 'passport-http-bearer';
import { BasicStrategy as HttpBasicStrategy } from 'passport-http';
import { UnauthenticatedError, OAuthError } from '../../domain/errors';
import { unstorableReason } from '../../domain/text/unstorable-text';
import type { UserActor } from '../../domain/account/actor';
import { CredentialService } from '../../modules/account/credential/credential.service';
import { BearerService } from '../../modules/account/oauth/authorization.service';
import { isODataPath } from '../../http/negotiation/request';

export interface Authorization {
  /** In lower case. */
  readonly scheme: string;
  readonly credentials: string;
}

interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}

export function parseAuthorization(header: string): Authorization {
  const [scheme = ''] = /^\S*/.exec(header.trim()) ?? [];
  return { scheme: scheme.toLowerCase(), credentials: header.trim().slice(scheme.length).trim() };
}

const KNOWN_SCHEMES: ReadonlySet<string> = new Set(['token', 'bearer', 'basic']);

/** Whether the request has a header of a scheme that is read here; headers of others are ignored (decision 3). */
export function hasKnownScheme({ headers: { authorization } }: Request): boolean {
  return authorization !== undefined && KNOWN_SCHEMES.has(parseAuthorization(authorization).scheme);
}

/** Whether the request has a header that is ignored. */
export function hasUnknownScheme(request: Request): boolean {
  return request.headers.authorization !== undefined && !hasKnownScheme(request);
}

/** Credentials of this scheme; undefined when the request has none or others. */
function credentialsOf({ headers }: Request, wanted: string): string | undefined {
  if (headers.authorization === undefined) return undefined;
  const { scheme, credentials } = parseAuthorization(headers.authorization);
  return scheme === wanted ? credentials : undefined;
}

/**
 * Request as the strategies of Passport packages read it: with the header in their form, and without query and body, which
 * may not carry credentials.
 */
function withAuthorization(authorization: string, request?: Request): Request {
  return { headers: { authorization }, ip: request?.ip, path: request?.path } as Request;
}

function malformedHeader(): UnauthenticatedError {
  return new UnauthenticatedError(
    'Invalid Authorization header. Send the scheme, a space and the credentials.',
  );
}

/** A token is one word of visible ASCII. */
export function parseToken(value: string): string | undefined {
  return /^[\x21-\x7e]+$/.test(value) ? value : undefined;
}

/** Splits at the first colon: a password may contain others. Undefined for text that cannot be stored. */
export function parseBasicCredentials(value: string): BasicCredentials | undefined {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) return undefined;
  const text = Buffer.from(value, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon === -1 || unstorableReason(text) !== undefined
    ? undefined
    : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** `Authorization: Token`, read by passport-http-bearer under another scheme. */
@Injectable()
export class TokenStrategy extends PassportStrategy(HttpBearerStrategy, 'token') {
  constructor(private readonly credentials: CredentialService) {
    super();
  }

  override authenticate(this: StrategyCreated<TokenStrategy>, request: Request): void {
    const sent = credentialsOf(request, 'token');
    if (sent === undefined) return this.fail();
    const key = parseToken(sent);
    if (key === undefined) return this.error(malformedHeader());
    super.authenticate(withAuthorization(`Bearer ${key}`));
  }

  /** @throws UnauthenticatedError for an unknown token, or when the account is not active */
  async validate(key: string): Promise<UserActor> {
    const actor = await this.credentials.actorOfToken(key);
    if (actor === undefined) throw new UnauthenticatedError('Invalid token.');
    return actor;
  }
}

/** `Authorization: Bearer`; never by query or body, which end up in logs (RFC 9700 4.3.2). */
@Injectable()
export class BearerStrategy extends PassportStrategy(HttpBearerStrategy, 'bearer') {
  constructor(private readonly bearers: BearerService) {
    super();
  }

  override authenticate(this: StrategyCreated<BearerStrategy>, request: Request): void {
    const sent = credentialsOf(request, 'bearer');
    if (sent === undefined) return this.fail();
    const token = parseToken(sent);
    if (token === undefined) return this.error(invalidToken());
    super.authenticate(withAuthorization(`Bearer ${token}`));
  }

  /** @throws OAuthError for an unknown, revoked or expired token */
  async validate(token: string): Promise<UserActor> {
    const actor = await this.bearers.actorOf(token);
    if (actor === undefined) throw invalidToken();
    return actor;
  }
}

function invalidToken(): OAuthError {
  return new OAuthError('invalid_token', 'Invalid token.');
}

/** `Authorization: Basic`; verified passwords are cached. */
@Injectable()
export class BasicStrategy extends PassportStrategy(HttpBasicStrategy, 'basic') {
  constructor(private readonly credentials: CredentialService) {
    super({ passReqToCallback: true });
  }

  override authenticate(this: StrategyCreated<BasicStrategy>, request: Request): void {
    const sent = credentialsOf(request, 'basic');
    if (sent === undefined) return this.fail();
    const pair = parseBasicCredentials(sent);
    if (pair === undefined) return this.error(malformedHeader());
    if (pair.username === '' || pair.password === '') return this.error(invalidPassword());
    super.authenticate(withAuthorization(withOneColon(pair), request));
  }

  /**
   * @param encodedUsername as `withOneColon` encodes it, like the password
   * @throws UnauthenticatedError for a wrong password, or when the account is not active
   * @throws TooManyRequestsError after too many failures
   */
  async validate(
    { ip, path }: Pick<Request, 'ip' | 'path'>,
    encodedUsername: string,
    encodedPassword: string,
  ): Promise<UserActor> {
    const username = decodeURIComponent(encodedUsername);
    const password = decodeURIComponent(encodedPassword);
    const actor =
      (isODataPath(path) ? await this.actorOfToken({ username, password }) : undefined) ??
      this.credentials.cachedActor(username, password, ip) ??
      (await this.credentials.actorOfPassword(username, password, ip));
    if (actor === undefined) throw invalidPassword();
    return actor;
  }

  /** Accepts a token of the user as password, for OData clients (decision 23). */
  private async actorOfToken({ username, password }: BasicCredentials): Promise<UserActor | undefined> {
    const key = parseToken(password);
    const actor = key === undefined ? undefined : await this.credentials.actorOfToken(key);
    return actor?.username.toLowerCase() === username.toLowerCase() ? actor : undefined;
  }
}

/** Encodes both parts: passport-http splits at every colon, and a password may contain some. */
function withOneColon({ username, password }: BasicCredentials): string {
  const pair = `${encodeURIComponent(username)}:${encodeURIComponent(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

function invalidPassword(): UnauthenticatedError {
  return new UnauthenticatedError('Invalid username/password.');
}
