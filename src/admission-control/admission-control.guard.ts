import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { requirementsOf } from '../authorization/route-requirements';
import { RequestAdmission } from './request-admission';

/** Applies admission control to requests of controllers; `FastPathDispatcher` does so for its own. */
@Injectable()
export class AdmissionControlGuard implements CanActivate {
  constructor(private readonly admission: RequestAdmission) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { priority } = requirementsOf(context.getHandler());
    const http = context.switchToHttp();
    await this.admission.admit(http.getRequest<Request>(), http.getResponse<Response>(), priority);
    return true;
  }
}
