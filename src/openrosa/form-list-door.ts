import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Door, InFrontOf } from '../authorization/door';
import { Public, SignedIn } from '../authorization/policy';
import type { Actor } from '../domain/account/actor';
import type { KeptBody } from '../http/kept-body';
import { readsPlainly } from '../http/negotiation/plain-request';
import type { Reply } from '../http/reply';
import { DeployedFormService } from '../modules/deployment/deployed-form.service';
import { collectorBaseOf } from './collector-base';
import { CollectorDoor } from './collector-door';
import { formListText, presentFormList } from './openrosa.presenter';

type FormList = Promise<Reply<KeptBody>>;

/** The light way to lists of forms, which every device asks for again and again (decision 106). */
@Injectable()
export class FormListDoor extends Door {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly collectors: CollectorDoor,
  ) {
    super();
  }

  isPlain(request: IncomingMessage): boolean {
    return readsPlainly(request);
  }

  @InFrontOf('GET', 'formList')
  @SignedIn()
  async list(actor: Actor, request: Request): FormList {
    const asked = { username: undefined, formId: formIdOf(request) };
    return presentFormList(await this.forms.list(actor, asked, formListText(collectorBaseOf(request))));
  }

  @InFrontOf('GET', ':username/formList')
  @Public()
  async listOf(actor: Actor, request: Request): FormList {
    const asked = { username: String(request.params['username']), formId: formIdOf(request) };
    return presentFormList(await this.forms.list(actor, asked, formListText(collectorBaseOf(request))));
  }

  @InFrontOf('GET', 'collector/:link/formList')
  @Public()
  async listByLink(actor: Actor, request: Request): FormList {
    const key = String(request.params['link']);
    const shown = formListText(collectorBaseOf(request));
    return presentFormList(await this.collectors.list(actor, key, formIdOf(request), shown));
  }
}

function formIdOf(request: Request): string | undefined {
  return request.query['formID'] as string | undefined;
}
