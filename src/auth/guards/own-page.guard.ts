import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { FORM } from '../../access/policy';
import { sessionOf } from '../../access/request-actor';
import { isSafe } from '../../http/negotiation/safe-methods';
import { SessionStrategy } from '../strategies/session.strategy';

/**
 * A browser sends its cookie with whatever any site makes it send: what changes anything in the name of a session, and
 * every form of our pages, must prove that a page of ours asked. The proof may be a field, so the body comes first.
 */
@Injectable()
export class OwnPageGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly session: SessionStrategy,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const isForm = this.reflector.get<boolean | undefined>(FORM, context.getHandler()) === true;
    const isBySession = sessionOf(request) !== undefined && !isSafe(request.method);
    if (isForm || isBySession) this.session.assertOwnPage(request);
    return true;
  }
}
