import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Door, InFrontOf } from '../authorization/door';
import type { Actor } from '../domain/account/actor';
import { showsPlainCredentials } from '../http/negotiation/plain-request';
import { incomingFormOf } from '../http/body/incoming-form';
import { SMALL_FORM_BYTES } from '../http/body/read-form';
import type { Reply } from '../http/reply';
import type { IntakeReceipt } from '../modules/submission/intake.service';
import { collectorBaseOf } from './collector-base';
import { CollectorDoor } from './collector-door';
import { presentReceipt } from './openrosa.presenter';
import { TakesSubmissions } from './submission-demands';
import { SubmissionUpload } from './submission-upload';

/** The light way in, for submissions as most devices send them: a small form in one piece. */
@Injectable()
export class LightDoor extends Door {
  constructor(
    private readonly upload: SubmissionUpload,
    private readonly collectors: CollectorDoor,
  ) {
    super();
  }

  isPlain({ headers }: IncomingMessage): boolean {
    const { expect } = headers;
    const comesWhole = Number(headers['content-length'] ?? Infinity) <= SMALL_FORM_BYTES;
    const isCoded = (headers['transfer-encoding'] ?? headers['content-encoding']) !== undefined;
    const isForm = headers['content-type']?.startsWith('multipart/form-data') === true;
    return isForm && comesWhole && !isCoded && expect === undefined && showsPlainCredentials(headers);
  }

  @InFrontOf('POST', 'submission')
  @TakesSubmissions({ signedIn: true })
  async submit(actor: Actor, request: Request): Promise<Reply> {
    return receipt(request, await this.upload.takeIn(actor, incomingFormOf(request)));
  }

  @InFrontOf('POST', ':username/submission')
  @TakesSubmissions()
  async submitTo(actor: Actor, request: Request): Promise<Reply> {
    return receipt(request, await this.upload.takeIn(actor, incomingFormOf(request)));
  }

  @InFrontOf('POST', 'collector/:link/submission')
  @TakesSubmissions()
  async submitByLink(actor: Actor, request: Request): Promise<Reply> {
    const key = String(request.params['link']);
    return receipt(request, await this.collectors.takeIn(actor, key, incomingFormOf(request)));
  }
}

function receipt(request: Request, taken: IntakeReceipt): Reply {
  return presentReceipt(`${collectorBaseOf(request)}/submission`, taken, 'xml');
}
