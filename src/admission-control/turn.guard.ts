import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { demandsOf } from '../authorization/route-demands';
import { TurnTaking } from './turn-taking';

/** Lets requests that come by way of controllers wait for their turn. */
@Injectable()
export class TurnGuard implements CanActivate {
  constructor(private readonly turns: TurnTaking) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { served } = demandsOf(context.getHandler());
    const http = context.switchToHttp();
    await this.turns.take(http.getRequest<Request>(), http.getResponse<Response>(), served);
    return true;
  }
}
