import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { SecretBox } from '../../config/secret-key';
import type { HookEntity } from '../../database/entities/hook.entity';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import { generateUid, UID_PREFIX } from '../../domain/asset/uid';
import type { ProjectAction } from '../../domain/audit/audit-action';
import { NotFoundError, orNotFound, type StateCheck } from '../../domain/errors';
import {
  type AuthLevel,
  type PayloadFormat,
  type HookSettings,
  type SubsetField,
  assertEndpoint,
  assertTemplate,
  assertSettings,
  maskSecrets,
  restoreSecrets,
} from '../../domain/hook/hook-rules';
import type { Page, PageWindow } from '../../domain/page';
import { assertBelowLimit } from '../../domain/saved-limit';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { AuditService } from '../audit/audit.service';
import { HookLogRepository, type StatusCounts, type HookChange, HookRepository } from './hook.repository';
import { openSettings, sealSettings } from './hook-message.service';

/** Hooks need permission to edit the asset and to view all submissions. */
export type HookAccess = AssetAccess<'change_asset'>;

/** Absent fields stay unchanged. */
export interface HookInput {
  readonly name?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly active?: boolean | undefined;
  readonly exportType?: PayloadFormat | undefined;
  readonly authLevel?: AuthLevel | undefined;
  readonly settings?: HookSettings;
  readonly secret?: string | null | undefined;
  readonly emailNotification?: boolean | undefined;
  readonly sendsChanges?: boolean | undefined;
  readonly subsetFields?: SubsetField[] | undefined;
  readonly payloadTemplate?: string | null | undefined;
}

export type NewHookInput = HookInput & { readonly name: string; readonly endpoint: string };

/** Hook as its editors view it, without secrets. */
export interface Hook extends Readonly<Omit<HookEntity, 'id' | 'settings' | 'secret' | 'origin'>> {
  readonly settings: HookSettings;
  readonly isSigned: boolean;
  readonly counts: StatusCounts;
}

@Injectable()
export class HookService {
  constructor(
    private readonly hooks: HookRepository,
    private readonly logs: HookLogRepository,
    private readonly box: SecretBox,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async list({ assetId }: HookAccess, window: PageWindow): Promise<Page<Hook>> {
    const { count, items } = await this.hooks.list(assetId, window);
    const counts = await this.logs.counts(items.map(({ id }) => id));
    return { count, items: items.map((hook) => this.toHook(hook, counts.get(hook.id))) };
  }

  async show(access: HookAccess, uid: string): Promise<Hook> {
    const hook = await this.find(access, uid);
    return this.toHook(hook, (await this.logs.counts([hook.id])).get(hook.id));
  }

  /** @throws InvalidError for an endpoint, template or settings that are not valid, or one too many */
  async create(
    actor: UserActor,
    { assetId }: HookAccess,
    input: NewHookInput,
    origin: string,
  ): Promise<Hook> {
    const { count } = await this.hooks.list(assetId, { limit: 1, start: 0 });
    assertBelowLimit(count, 'The project has', 'webhooks');
    const hook = {
      active: true,
      exportType: 'json',
      authLevel: 'no_auth',
      settings: sealSettings(this.box, {}),
      secret: null,
      emailNotification: true,
      sendsChanges: false,
      subsetFields: [],
      payloadTemplate: null,
      name: input.name,
      endpoint: input.endpoint,
      ...this.toChange(input, undefined),
      uid: generateUid(UID_PREFIX.hook, randomBytes),
      assetId,
      origin,
      dateModified: this.clock.now(),
    } satisfies Record<string, unknown> as Omit<HookEntity, 'id'>;
    await this.unitOfWork.run(async (transaction) => {
      await this.hooks.insert(transaction, hook);
      await this.audit.recordAssetEvents(transaction, actor, assetId, [auditEvent('register-service', hook)]);
    });
    return this.toHook({ ...hook, id: 0 }, undefined);
  }

  /** @throws InvalidError like `create` */
  async update(
    actor: UserActor,
    access: HookAccess,
    uid: string,
    { input, origin, check }: { input: HookInput; origin: string; check?: StateCheck<Hook> | undefined },
  ): Promise<Hook> {
    await this.unitOfWork.run(async (transaction) => {
      const hook = orNotFound(await this.hooks.lock(transaction, access.assetId, uid));
      check?.(this.toHook(hook));
      const change = { ...this.toChange(input, hook), origin, dateModified: this.clock.now() };
      await this.hooks.update(transaction, hook, change);
      const event = auditEvent('modify-service', { ...hook, ...change });
      await this.audit.recordAssetEvents(transaction, actor, access.assetId, [event]);
    });
    return this.show(access, uid);
  }

  /** Deletes a hook with its log and its pending deliveries. */
  async remove(actor: UserActor, access: HookAccess, uid: string): Promise<void> {
    const hook = await this.find(access, uid);
    await this.unitOfWork.run(async (transaction) => {
      if (!(await this.hooks.remove(transaction, hook))) throw new NotFoundError();
      await this.audit.recordAssetEvents(transaction, actor, access.assetId, [
        auditEvent('delete-service', hook),
      ]);
    });
  }

  private async find({ assetId }: HookAccess, uid: string): Promise<HookEntity> {
    return orNotFound(await this.hooks.find(assetId, uid));
  }

  private toChange(input: HookInput, stored: HookEntity | undefined): HookChange {
    const { settings, secret, payloadTemplate, ...plain } = input;
    if (input.endpoint !== undefined) assertEndpoint(input.endpoint);
    if (payloadTemplate !== undefined) {
      assertTemplate(payloadTemplate, input.exportType ?? stored?.exportType ?? 'json');
    }
    return {
      ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)),
      ...(payloadTemplate !== undefined && {
        payloadTemplate: payloadTemplate === '' ? null : payloadTemplate,
      }),
      ...(settings !== undefined && { settings: this.seal(settings, stored) }),
      ...(secret !== undefined && { secret: secret === null ? null : this.box.seal(secret) }),
    };
  }

  private seal(sent: HookSettings, stored: HookEntity | undefined): Buffer {
    const settings = restoreSecrets(sent, stored === undefined ? {} : openSettings(this.box, stored));
    assertSettings(settings);
    return sealSettings(this.box, settings);
  }

  private toHook(hook: HookEntity, counts: StatusCounts = new Map()): Hook {
    const { id: _, secret, settings: __, origin: ___, ...visible } = hook;
    const settings = maskSecrets(openSettings(this.box, hook));
    return { ...visible, settings, isSigned: secret !== null, counts };
  }
}

function auditEvent(
  action: Extract<ProjectAction, `${string}-service`>,
  { uid, endpoint, active }: Pick<HookEntity, 'uid' | 'endpoint' | 'active'>,
) {
  return { action, metadata: { hook: { uid, endpoint, active } } };
}
