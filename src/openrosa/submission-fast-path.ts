import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { FastPathHandler, FastPath } from '../authorization/fast-path-handler';
import type { Actor } from '../domain/account/actor';
import { hasSimpleCredentials } from '../http/negotiation/simple-request';
import { MAX_BUFFERED_FORM_BYTES, incomingFormOf } from '../http/body/read-multipart-form';
import type { Reply } from '../http/reply';
import type { IntakeReceipt } from '../modules/submission/intake/intake.service';
import { collectorBaseOf } from './collector-base';
import { CollectorService } from './collector.service';
import { presentReceipt } from './openrosa.presenter';
import { AcceptsSubmissions } from './accepts-submissions';
import { SubmissionUpload } from './submission-upload';

/** Accepts submissions as most devices send them: a small multipart form of known length. */
@Injectable()
export class SubmissionFastPath extends FastPathHandler {
  constructor(
    private readonly upload: SubmissionUpload,
    private readonly collectors: CollectorService,
  ) {
    super();
  }

  canHandle({ headers }: IncomingMessage): boolean {
    const { expect } = headers;
    const isSmall = Number(headers['content-length'] ?? Infinity) <= MAX_BUFFERED_FORM_BYTES;
    const isEncoded = (headers['transfer-encoding'] ?? headers['content-encoding']) !== undefined;
    const isForm = headers['content-type']?.startsWith('multipart/form-data') === true;
    return isForm && isSmall && !isEncoded && expect === undefined && hasSimpleCredentials(headers);
  }

  @FastPath('POST', 'submission')
  @AcceptsSubmissions({ signedIn: true })
  async submit(actor: Actor, request: Request): Promise<Reply> {
    return receiptReply(request, await this.upload.accept(actor, incomingFormOf(request)));
  }

  @FastPath('POST', ':username/submission')
  @AcceptsSubmissions()
  async submitTo(actor: Actor, request: Request): Promise<Reply> {
    return receiptReply(request, await this.upload.accept(actor, incomingFormOf(request)));
  }

  @FastPath('POST', 'collector/:link/submission')
  @AcceptsSubmissions()
  async submitByLink(actor: Actor, request: Request): Promise<Reply> {
    const key = String(request.params['link']);
    return receiptReply(request, await this.collectors.submit(actor, key, incomingFormOf(request)));
  }
}

function receiptReply(request: Request, receipt: IntakeReceipt): Reply {
  return presentReceipt(`${collectorBaseOf(request)}/submission`, receipt, 'xml');
}
