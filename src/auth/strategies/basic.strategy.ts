import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import type { StrategyCreatedStatic } from 'passport';
import { BasicStrategy as PassportBasicStrategy } from 'passport-http';
import type { UserActor } from '../../domain/account/actor';
import { CredentialService } from '../../modules/credential/credential.service';
import { readAuthorization, readPasswordPair } from './authorization-header';

type Verify = (
  username: string,
  password: string,
  address: string | undefined,
  done: (error: unknown, user?: UserActor) => void,
) => void;

/**
 * passport-http, but for its reading of the header: it splits a password at every colon, answers 400 to nonsense, and
 * does not say where the request comes from.
 */
class BasicHeaderStrategy extends PassportBasicStrategy {
  // Passport gives each strategy these at run time; the types of this package do not say so.
  declare readonly success: StrategyCreatedStatic['success'];
  declare readonly fail: StrategyCreatedStatic['fail'];
  declare readonly error: StrategyCreatedStatic['error'];

  constructor(private readonly check: Verify) {
    super((username, password, done) => check(username, password, undefined, done));
  }

  override authenticate(request: Request): void {
    const pair = readPasswordPair(readAuthorization(request.headers.authorization ?? '')?.value ?? '');
    if (pair === undefined) return this.fail('Invalid basic header.', 401);
    this.check(pair.username, pair.password, request.ip, (error, user) => {
      if (error !== null && error !== undefined) this.error(error);
      else if (user === undefined) this.fail('Invalid username/password.', 401);
      else this.success(user);
    });
  }
}

@Injectable()
export class BasicStrategy extends PassportStrategy(BasicHeaderStrategy, 'basic') {
  constructor(private readonly credentials: CredentialService) {
    super();
  }

  validate(username: string, password: string, address: string | undefined): Promise<UserActor | undefined> {
    return this.credentials.actorOfPassword(username, password, address);
  }
}
