import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { actorOf } from '../../access/request-actor';
import { addressBlock } from '../../domain/account/client-address';
import { BODY, type BodyDeclaration, ORDINARY_BODY } from '../../http/body/body-declaration';
import { BodyReader } from '../../http/body/body-reader';

/** Lets in the body that the route declares and no other, once it is known who sends it and that they may. */
@Injectable()
export class BodyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly bodies: BodyReader,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const declared = this.reflector.get<BodyDeclaration | undefined>(BODY, context.getHandler());
    const sender = { isKnown: actorOf(request).kind === 'user', address: addressBlock(request.ip) };
    await this.bodies.read({ request, response, declaration: declared ?? ORDINARY_BODY, sender });
    return true;
  }
}
