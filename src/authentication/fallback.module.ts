import { Module, All, Controller, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WrongStateError } from '../domain/errors';
import { IgnoresBody } from '../http/body/body-reader';
import { Fallback } from '../authorization/policy';
import { RouteTable } from '../authorization/route-table';

/**
 * Handles OPTIONS, and verbs that a known path does not support (405 with `Allow`, decision 1). The access guard has
 * already rejected unknown paths, and callers who may not see the path.
 */
@ApiExcludeController()
@Controller()
class FallbackController {
  constructor(private readonly routes: RouteTable) {}

  @All(['', '/*rest'])
  @Fallback()
  @IgnoresBody()
  respond(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    if (request.method === 'OPTIONS') {
      const methods = this.routes.find(request.path)?.methods ?? [];
      response.setHeader('Allow', methods.join(', '));
      response.status(200);
      return { allow: methods };
    }
    throw new WrongStateError(`Method "${request.method}" not allowed.`);
  }
}

/** Imported last: its route matches every path. */
@Module({ controllers: [FallbackController] })
export class FallbackModule {}
