import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { requirementsOf } from '../../authorization/route-requirements';
import { RequestAccess } from '../request-access';

/** Runs after `AuthenticationGuard`. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly access: RequestAccess) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const requirements = requirementsOf(context.getHandler());
    await this.access.authorize(http.getRequest<Request>(), http.getResponse<Response>(), requirements);
    return true;
  }
}
