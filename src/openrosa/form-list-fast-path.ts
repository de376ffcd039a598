import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { FastPathHandler, FastPath } from '../authorization/fast-path-handler';
import { Public, SignedIn } from '../authorization/policy';
import type { Actor } from '../domain/account/actor';
import type { CachedResponse } from '../http/cached-response';
import { isSimpleRead } from '../http/negotiation/simple-request';
import type { Reply } from '../http/reply';
import { DeployedFormService } from '../modules/deployment/deployed-form.service';
import { collectorBaseOf } from './collector-base';
import { CollectorService } from './collector.service';
import { formListText, presentFormList } from './openrosa.presenter';

type FormList = Promise<Reply<CachedResponse>>;

/** Serves form lists, which every device polls (decision 106). */
@Injectable()
export class FormListFastPath extends FastPathHandler {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly collectors: CollectorService,
  ) {
    super();
  }

  canHandle(request: IncomingMessage): boolean {
    return isSimpleRead(request);
  }

  @FastPath('GET', 'formList')
  @SignedIn()
  async list(actor: Actor, request: Request): FormList {
    const filter = { username: undefined, formId: formIdOf(request) };
    return presentFormList(await this.forms.list(actor, filter, formListText(collectorBaseOf(request))));
  }

  @FastPath('GET', ':username/formList')
  @Public()
  async listOf(actor: Actor, request: Request): FormList {
    const filter = { username: String(request.params['username']), formId: formIdOf(request) };
    return presentFormList(await this.forms.list(actor, filter, formListText(collectorBaseOf(request))));
  }

  @FastPath('GET', 'collector/:link/formList')
  @Public()
  async listByLink(actor: Actor, request: Request): FormList {
    const key = String(request.params['link']);
    const rendering = formListText(collectorBaseOf(request));
    return presentFormList(await this.collectors.list(actor, key, formIdOf(request), rendering));
  }
}

function formIdOf(request: Request): string | undefined {
  return request.query['formID'] as string | undefined;
}
