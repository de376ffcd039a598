import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { created } from '../../http/reply';
import { type Links, ResponseLinks } from '../../http/url/links';
import {
  RetriedDeliveriesDto,
  HookLogDto,
  ListHookLogsDto,
  RetriedDeliveryDto,
  UpdateHookDto,
  CreateHookDto,
  HookDto,
} from './hook.dto';
import { HookLogService } from './hook-log.service';
import { presentHook, presentRetries, presentHookLog, presentRetry } from './hook.presenter';
import { type HookAccess, HookService } from './hook.service';

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

  @Get()
  @Requires('change_asset', { also: 'view_submissions' })
  @ApiOperation({ summary: 'List hooks', description: 'Webhooks of the asset, newest first.' })
  async listHooks(
    access: HookAccess,
    @PaginatedList(HookDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.hooks.list(access, page.window), (hook) =>
      presentHook(links, access.assetUid, hook),
    );
  }

  @Post()
  @Requires('change_asset', { also: 'view_submissions' })
  @ApiOperation({
    summary: 'Create a hook',
    description: 'Sends each submission that is received from now on to the endpoint.',
  })
  @ApiCreatedResponse({ type: HookDto })
  @ApiBadRequestResponse({ description: 'Validation errors by field.' })
  async createHook(
    access: HookAccess,
    @CurrentActor() actor: UserActor,
    @Body() body: CreateHookDto,
    @ResponseLinks() links: Links,
  ) {
    const hook = await this.hooks.create(actor, access, body.toInput(), links.origin);
    return created(presentHook(links, access.assetUid, hook));
  }

  @Get(':hook')
  @Requires('change_asset', { also: 'view_submissions' })
  @ApiOperation({ summary: 'Get a hook' })
  @ApiOkResponse({ type: HookDto })
  async getHook(access: HookAccess, @Param('hook') uid: string, @ResponseLinks() links: Links) {
    return presentHook(links, access.assetUid, await this.hooks.show(access, uid));
  }

  @Patch(':hook')
  @Requires('change_asset', { also: 'view_submissions' })
  @ApiOperation({ summary: 'Update a hook', description: 'Absent fields stay unchanged.' })
  @ApiOkResponse({ type: HookDto })
  @ApiBadRequestResponse({ description: 'Validation errors by field.' })
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

  @Put(':hook')
  @Requires('change_asset', { also: 'view_submissions' })
  @ApiOperation({
    summary: 'Update a hook with PUT',
    description: 'Like PATCH, except that `name` and `endpoint` are required.',
  })
  @ApiOkResponse({ type: HookDto })
  @ApiBadRequestResponse({ description: 'Validation errors by field.' })
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

  @Delete(':hook')
  @HttpCode(204)
  @Requires('change_asset', { also: 'view_submissions' })
  @ApiOperation({ summary: 'Delete a hook', description: 'Deletes its log and pending deliveries.' })
  @ApiNoContentResponse({ description: 'Deleted.' })
  async deleteHook(access: HookAccess, @CurrentActor() actor: UserActor, @Param('hook') uid: string) {
    await this.hooks.remove(actor, access, uid);
  }

  @Patch(':hook/retry')
  @Requires('change_asset', { also: 'view_submissions' })
  @ApiOperation({
    summary: 'Retry all failed deliveries',
    description: 'Enqueues the deliveries and returns their uids.',
  })
  @ApiOkResponse({ type: RetriedDeliveriesDto })
  @ApiResponse({ status: 304, description: 'No delivery has failed.' })
  @ApiBadRequestResponse({ description: 'The hook is inactive.' })
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

  @Get()
  @Requires('change_asset', { also: 'view_submissions' })
  @ApiOperation({ summary: 'List deliveries of a hook', description: 'Newest first.' })
  @ApiBadRequestResponse({ description: 'Validation errors by parameter.' })
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

  @Get(':log')
  @Requires('change_asset', { also: 'view_submissions' })
  @ApiOperation({ summary: 'Get a delivery' })
  @ApiOkResponse({ type: HookLogDto })
  async getHookLog(
    access: HookAccess,
    @Param('hook') hook: string,
    @Param('log') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentHookLog(links, access.assetUid, hook, await this.logs.show(access, hook, uid));
  }

  @Patch(':log/retry')
  @Requires('change_asset', { also: 'view_submissions' })
  @ApiOperation({
    summary: 'Retry a failed delivery',
    description:
      'Attempts the delivery and returns the response of the endpoint. The last attempt must be at least 2 minutes old.',
  })
  @ApiOkResponse({ type: RetriedDeliveryDto })
  @ApiBadRequestResponse({
    type: RetriedDeliveryDto,
    description: 'The attempt failed, or the delivery may not be retried now.',
  })
  async retryHookLog(access: HookAccess, @Param('hook') hook: string, @Param('log') uid: string) {
    return presentRetry(await this.logs.retry(access, hook, uid));
  }
}
