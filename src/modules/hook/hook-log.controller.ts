import { Controller, Get, Param, Patch, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { Requires } from '../../authorization/policy';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import { HookLogDto, ListHookLogsDto, RetriedDeliveryDto } from './dto/hook-log.dto';
import { HookLogService } from './hook-log.service';
import { presentHookLog, presentRetry } from './hook.presenter';
import type { HookAccess } from './hook.service';

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
