import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { SecretBox } from '../../config/secret-key';
import { orNotFound } from '../../domain/errors';
import { basicCredentials, customHeaders, type HookSettings } from '../../domain/hook/hook-rules';
import { jsonPayload, xmlPayload } from '../../domain/hook/delivery';
import { parseInstance } from '../../domain/submission/instance-parser';
import { writeInstance } from '../../domain/submission/instance-document';
import { fillMarkers } from '../../domain/text/url-text';
import type { OutboundMessage } from '../../outbound-http/sender';
import { AccountService } from '../account/account.service';
import { PermissionService } from '../permission/permission.service';
import {
  SubmissionInstanceService,
  type ReadAccess,
  SubmissionService,
} from '../submission/read/submission.service';
import type { ClaimedDelivery, HookWithAsset } from './hook.repository';
import type { HookEntity } from '../../database/entities/hook.entity';

/** Prefix of base64 secrets in Standard Webhooks. */
const BASE64_KEY_PREFIX = 'whsec_';

const CONTENT_TYPES = { json: 'application/json', xml: 'application/xml' } as const;

/** Creates the request of a delivery: the submission as the asset owner views it now (contract-data 8.1). */
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

  /** @throws DomainError if the owner may no longer view the submission */
  async create(
    delivery: ClaimedDelivery,
    { hook, assetUid, ownerId }: HookWithAsset,
  ): Promise<OutboundMessage> {
    const owner = await this.accounts.actorForJob(ownerId);
    const access = orNotFound(await this.permissions.authorize(owner, assetUid, 'view_submissions'));
    const body = await this.renderBody(access, delivery.submissionId, hook);
    return { url: hook.endpoint, headers: this.createHeaders(delivery, hook, body), body };
  }

  private async renderBody(access: ReadAccess, id: number, hook: HookWithAsset['hook']): Promise<string> {
    const subsetFields = hook.subsetFields.map(String);
    if (hook.exportType === 'xml') {
      const xml = await this.instances.get(access, id);
      return writeInstance(xmlPayload(parseInstance(xml), subsetFields));
    }
    const { json, ownerUsername } = await this.submissions.get(access, String(id), {
      query: undefined,
      projection: undefined,
    });
    const filled = fillMarkers(json, { host: hook.origin, ownerUsername });
    return jsonPayload(filled, { subsetFields, template: hook.payloadTemplate });
  }

  private createHeaders(
    { uid, cause }: ClaimedDelivery,
    hook: HookWithAsset['hook'],
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
        'Webhook-Signature': sign(this.box.open(hook.secret), `${uid}.${seconds}.${body}`),
      }),
    };
  }
}

/** Signs as defined by Standard Webhooks. */
function sign(secret: string, content: string): string {
  const key = secret.startsWith(BASE64_KEY_PREFIX)
    ? Buffer.from(secret.slice(BASE64_KEY_PREFIX.length), 'base64')
    : Buffer.from(secret);
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

export function sealSettings(box: SecretBox, settings: HookSettings): Buffer {
  return box.seal(JSON.stringify(settings));
}

export function openSettings(box: SecretBox, { settings }: HookEntity): HookSettings {
  return JSON.parse(box.open(settings)) as HookSettings;
}
