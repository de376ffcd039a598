import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { demandsOf } from '../../authorization/route-demands';
import { RouteAdmission } from '../route-admission';

/** Asks of every request what its route demands, before any handler runs. */
@Injectable()
export class AdmissionGuard implements CanActivate {
  constructor(private readonly admission: RouteAdmission) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const demands = demandsOf(context.getHandler());
    await this.admission.admit(http.getRequest<Request>(), http.getResponse<Response>(), demands);
    return true;
  }
}
