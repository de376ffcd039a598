import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiNotFoundResponse, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { DeliveryOutcome } from '../../domain/hook/delivery';
import { DELIVERY_STATUS } from '../../domain/hook/hook-rules';
import { wireDate } from '../../domain/text/wire-date';
import { Reply, created } from '../../http/reply';
import { type Links, ResponseLinks } from '../../http/url/links';
import { type HookLog, HookLogService } from './hook-log.service';
import { type Hook, type HookAccess, HookService } from './hook.service';
import { CurrentActor, Requires } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { Endpoint } from '../../http/endpoint';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import {
  RetriedDeliveriesDto,
  HookLogDto,
  ListHookLogsDto,
  RetriedDeliveryDto,
  UpdateHookDto,
  CreateHookDto,
  HookDto,
} from './hook.dto';

const STATUS_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(DELIVERY_STATUS).map(([name, number]) => [number, name]),
);

function presentHook(links: Links, assetUid: string, hook: Hook) {
  const url = links.assetResource(assetUid, `hooks/${hook.uid}`);
  const count = (status: number): number => hook.counts.get(status) ?? 0;
  const { failed, pending, processing, success } = DELIVERY_STATUS;
  return {
    url,
    logs_url: links.assetResource(assetUid, `hooks/${hook.uid}/logs`),
    asset: hook.assetId,
    uid: hook.uid,
    name: hook.name,
    endpoint: hook.endpoint,
    active: hook.active,
    export_type: hook.exportType,
    auth_level: hook.authLevel,
    settings: hook.settings,
    signed: hook.isSigned,
    email_notification: hook.emailNotification,
    send_changes: hook.sendsChanges,
    subset_fields: hook.subsetFields,
    payload_template: hook.payloadTemplate,
    success_count: count(success),
    failed_count: count(failed),
    pending_count: count(pending) + count(processing),
    date_modified: wireDate(hook.dateModified),
  };
}

function presentHookLog(links: Links, assetUid: string, hookUid: string, log: HookLog) {
  return {
    url: links.assetResource(assetUid, `hooks/${hookUid}/logs/${log.uid}`),
    uid: log.uid,
    submission_id: log.submissionId,
    tries: log.tries,
    status: log.status,
    status_str: STATUS_NAMES.get(log.status),
    status_code: log.statusCode,
    message: log.message,
    event: log.cause,
    date_modified: wireDate(log.dateModified),
  };
}

/** Response of the endpoint; 400 unless it accepted the retry. */
function presentRetry({ status, statusCode, message }: DeliveryOutcome): Reply {
  return new Reply(status === 'success' ? 200 : 400, { detail: message, status_code: statusCode });
}

/** Enqueued retries; 304 if no delivery has failed. */
function presentRetries(uids: readonly string[]): Reply {
  return uids.length === 0
    ? new Reply(304, undefined)
    : new Reply(200, { detail: 'Task successfully scheduled', pending_uids: uids });
}

@ApiTags('Hooks')
@ApiNotFoundResponse({
  description:
    'The asset or hook does not exist, or the caller may not both edit the asset and view all submissions.',
})
@Controller('api/v2/assets/:uid/hooks')
export class HookController {
  constructor(
    private readonly hooks: HookService,
    private readonly logs: HookLogService,
  ) {}

  @Endpoint('GET', { summary: 'List hooks', description: 'Webhooks of the asset, newest first.' })
  @Requires('change_asset', { also: 'view_submissions' })
  async listHooks(
    access: HookAccess,
    @PaginatedList(HookDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.hooks.list(access, page.window), (hook) =>
      presentHook(links, access.assetUid, hook),
    );
  }

  @Endpoint('POST', {
    summary: 'Create a hook',
    description: 'Sends each submission that is received from now on to the endpoint.',
    returns: HookDto,
    fails: { 400: 'Validation errors by field.' },
  })
  @Requires('change_asset', { also: 'view_submissions' })
  async createHook(
    access: HookAccess,
    @CurrentActor() actor: UserActor,
    @Body() body: CreateHookDto,
    @ResponseLinks() links: Links,
  ) {
    const hook = await this.hooks.create(actor, access, body.toInput(), links.origin);
    return created(presentHook(links, access.assetUid, hook));
  }

  @Endpoint('GET :hook', { summary: 'Get a hook', returns: HookDto })
  @Requires('change_asset', { also: 'view_submissions' })
  async getHook(access: HookAccess, @Param('hook') uid: string, @ResponseLinks() links: Links) {
    return presentHook(links, access.assetUid, await this.hooks.show(access, uid));
  }

  @Endpoint('PATCH :hook', {
    summary: 'Update a hook',
    description: 'Absent fields stay unchanged.',
    returns: HookDto,
    fails: { 400: 'Validation errors by field.' },
  })
  @Requires('change_asset', { also: 'view_submissions' })
  async updateHook(
    access: HookAccess,
    @CurrentActor() actor: UserActor,
    @Param('hook') uid: string,
    @Body() body: UpdateHookDto,
    @ResponseLinks() links: Links,
  ) {
    const change = { input: body.toInput(), origin: links.origin };
    return presentHook(links, access.assetUid, await this.hooks.update(actor, access, uid, change));
  }

  @Endpoint('PUT :hook', {
    summary: 'Update a hook with PUT',
    description: 'Like PATCH, except that `name` and `endpoint` are required.',
    returns: HookDto,
    fails: { 400: 'Validation errors by field.' },
  })
  @Requires('change_asset', { also: 'view_submissions' })
  async replaceHook(
    access: HookAccess,
    @CurrentActor() actor: UserActor,
    @Param('hook') uid: string,
    @Body() body: CreateHookDto,
    @ResponseLinks() links: Links,
  ) {
    const change = { input: body.toInput(), origin: links.origin };
    return presentHook(links, access.assetUid, await this.hooks.update(actor, access, uid, change));
  }

  @Endpoint('DELETE :hook', {
    summary: 'Delete a hook',
    description: 'Deletes its log and pending deliveries.',
    returns: { description: 'Deleted.' },
  })
  @Requires('change_asset', { also: 'view_submissions' })
  async deleteHook(access: HookAccess, @CurrentActor() actor: UserActor, @Param('hook') uid: string) {
    await this.hooks.remove(actor, access, uid);
  }

  @Endpoint('PATCH :hook/retry', {
    summary: 'Retry all failed deliveries',
    description: 'Enqueues the deliveries and returns their uids.',
    returns: RetriedDeliveriesDto,
    fails: { 400: 'The hook is inactive.' },
  })
  @Requires('change_asset', { also: 'view_submissions' })
  @ApiResponse({ status: 304, description: 'No delivery has failed.' })
  async retryFailedHookLogs(access: HookAccess, @Param('hook') uid: string) {
    return presentRetries(await this.logs.retryAll(access, uid));
  }
}

@ApiTags('Hooks')
@ApiNotFoundResponse({
  description:
    'The asset, hook or delivery does not exist, or the caller may not both edit the asset and view all submissions.',
})
@Controller('api/v2/assets/:uid/hooks/:hook/logs')
export class HookLogController {
  constructor(private readonly logs: HookLogService) {}

  @Endpoint('GET', {
    summary: 'List deliveries of a hook',
    description: 'Newest first.',
    fails: { 400: 'Validation errors by parameter.' },
  })
  @Requires('change_asset', { also: 'view_submissions' })
  async listHookLogs(
    access: HookAccess,
    @Param('hook') hook: string,
    @Query() query: ListHookLogsDto,
    @PaginatedList(HookLogDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.logs.list(access, hook, query.toInput(), page.window), (log) =>
      presentHookLog(links, access.assetUid, hook, log),
    );
  }

  @Endpoint('GET :log', { summary: 'Get a delivery', returns: HookLogDto })
  @Requires('change_asset', { also: 'view_submissions' })
  async getHookLog(
    access: HookAccess,
    @Param('hook') hook: string,
    @Param('log') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentHookLog(links, access.assetUid, hook, await this.logs.show(access, hook, uid));
  }

  @Endpoint('PATCH :log/retry', {
    summary: 'Retry a failed delivery',
    description:
      'Attempts the delivery and returns the response of the endpoint. The last attempt must be at least 2 minutes old.',
    returns: RetriedDeliveryDto,
    fails: {
      400: {
        type: RetriedDeliveryDto,
        description: 'The attempt failed, or the delivery may not be retried now.',
      },
    },
  })
  @Requires('change_asset', { also: 'view_submissions' })
  async retryHookLog(access: HookAccess, @Param('hook') hook: string, @Param('log') uid: string) {
    return presentRetry(await this.logs.retry(access, hook, uid));
  }
}
