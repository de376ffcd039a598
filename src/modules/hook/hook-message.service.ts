import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { SecretBox } from '../../config/secret-box';
import { NotFoundError } from '../../domain/errors';
import { basicCredentials, customHeaders } from '../../domain/hook/hook-headers';
import { jsonPayload, xmlPayload } from '../../domain/hook/hook-payload';
import { signedContent, signingKey } from '../../domain/hook/hook-signature';
import { parseInstance } from '../../domain/submission/instance-parser';
import { writeInstance } from '../../domain/submission/instance-writer';
import { fillMarkers } from '../../domain/text/url-marker';
import type { Message } from '../../outbound-http/sender.port';
import { AccountService } from '../account/account.service';
import { PermissionService } from '../permission/permission.service';
import { SubmissionInstanceService } from '../submission/submission-instance.service';
import { type ReadAccess, SubmissionService } from '../submission/submission.service';
import type { HeldDelivery } from './hook-delivery.query';
import type { HookOfAsset } from './hook.repository';
import { openSettings } from './sealed-settings';

const CONTENT_TYPES = { json: 'application/json', xml: 'application/xml' } as const;

/** Makes what is sent of a submission: as its owner reads it at that moment (contract-data 8.1). */
@Injectable()
export class HookMessageService {
  constructor(
    private readonly accounts: AccountService,
    private readonly permissions: PermissionService,
    private readonly submissions: SubmissionService,
    private readonly instances: SubmissionInstanceService,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError when the owner can't read the submission any more */
  async make(delivery: HeldDelivery, { hook, assetUid, ownerId }: HookOfAsset): Promise<Message> {
    const owner = await this.accounts.actorForJob(ownerId);
    const access = await this.permissions.prove(owner, assetUid, 'view_submissions');
    if (access === undefined) throw new NotFoundError();
    const body = await this.bodyOf(access, delivery.submissionId, hook);
    return { url: hook.endpoint, headers: this.headersOf(delivery, hook, body), body };
  }

  private async bodyOf(access: ReadAccess, id: number, hook: HookOfAsset['hook']): Promise<string> {
    const subsetFields = hook.subsetFields.map(String);
    if (hook.exportType === 'xml') {
      const xml = await this.instances.show(access, id);
      return writeInstance(xmlPayload(parseInstance(xml), subsetFields));
    }
    const { json, ownerUsername } = await this.submissions.show(access, String(id), {
      query: undefined,
      projection: undefined,
    });
    const shown = fillMarkers(json, { host: hook.origin, ownerUsername });
    return jsonPayload(shown, { subsetFields, template: hook.payloadTemplate });
  }

  private headersOf(
    { uid, cause }: HeldDelivery,
    hook: HookOfAsset['hook'],
    body: string,
  ): Record<string, string> {
    const settings = openSettings(this.box, hook);
    const { username, password } = basicCredentials(settings);
    const seconds = Math.floor(this.clock.now().getTime() / 1000);
    return {
      'User-Agent': `fieldhouse #${hook.uid}`,
      'Content-Type': CONTENT_TYPES[hook.exportType],
      ...(hook.authLevel === 'basic_auth' && {
        Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      }),
      ...Object.fromEntries(customHeaders(settings)),
      'Webhook-Id': uid,
      'Webhook-Timestamp': String(seconds),
      'Webhook-Event': cause,
      ...(hook.secret !== null && {
        'Webhook-Signature': signatureOf(this.box.open(hook.secret), signedContent(uid, seconds, body)),
      }),
    };
  }
}

function signatureOf(secret: string, content: string): string {
  return `v1,${createHmac('sha256', signingKey(secret)).update(content).digest('base64')}`;
}
