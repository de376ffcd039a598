import { All, Controller, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WrongStateError } from '../domain/errors';
import { TakesNoBody } from '../http/body/body-declaration';
import { Fallback } from '../authorization/policy';
import { RouteTable } from '../authorization/route-table';

/**
 * Answers what no other route does: OPTIONS, and verbs that a known path lacks (405 with `Allow`, decision 4). The
 * policy guard has already turned away those who may not see the path, and paths that do not exist.
 */
@ApiExcludeController()
@Controller()
export class FallbackController {
  constructor(private readonly routes: RouteTable) {}

  @All(['', '/*rest'])
  @Fallback()
  @TakesNoBody()
  answer(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    if (request.method === 'OPTIONS') {
      const methods = this.routes.find(request.path)?.methods ?? [];
      response.setHeader('Allow', methods.join(', '));
      response.status(200);
      return { allow: methods };
    }
    throw new WrongStateError(`Method "${request.method}" not allowed.`);
  }
}
