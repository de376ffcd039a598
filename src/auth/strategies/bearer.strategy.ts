import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-http-bearer';
import type { UserActor } from '../../domain/account/actor';
import { BearerService } from '../../modules/oauth/bearer.service';
import { readAuthorization } from './authorization-header';

/**
 * passport-http-bearer, but for two of its habits: it also looks for a token in the query and the body, from where it
 * would get into logs and histories (RFC 9700 4.3.2), and it splits the header at one blank exactly.
 */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(private readonly bearers: BearerService) {
    super();
  }

  override authenticate(request: Request): void {
    const token = readAuthorization(request.headers.authorization ?? '')?.value ?? '';
    super.authenticate({ headers: { authorization: `Bearer ${token}` } } as Request);
  }

  validate(token: string): Promise<UserActor | undefined> {
    return this.bearers.actorOf(token);
  }
}
