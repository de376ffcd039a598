import { Controller, Get, Param, Patch, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { Requires } from '../../authorization/policy';
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { HookLogDto, ListHookLogsDto, RetriedDeliveryDto } from './dto/hook-log.dto';
import { HookLogService } from './hook-log.service';
import { presentHookLog, presentRetry } from './hook.presenter';
import type { HookAccess } from './hook.service';

@ApiTags('Hooks')
@ApiNotFoundResponse({
  description:
    'There is no such delivery, or the caller may not both change the form and read all submissions.',
})
@Controller('api/v2/assets/:uid/hooks/:hook/logs')
export class HookLogController {
  constructor(private readonly logs: HookLogService) {}

  @Get()
  @Requires('change_asset', { also: 'view_submissions' })
  @ApiOperation({ summary: 'What was sent and what came of it, newest first' })
  @ApiBadRequestResponse({ description: 'A sentence per parameter that does not hold.' })
  async list(
    access: HookAccess,
    @Param('hook') hook: string,
    @Query() query: ListHookLogsDto,
    @PageOf(HookLogDto) page: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    return presentPage(page, await this.logs.list(access, hook, query.toInput(), page.window), (log) =>
      presentHookLog(links, access.assetUid, hook, log),
    );
  }

  @Get(':log')
  @Requires('change_asset', { also: 'view_submissions' })
  @ApiOperation({ summary: 'One delivery' })
  @ApiOkResponse({ type: HookLogDto })
  async show(
    access: HookAccess,
    @Param('hook') hook: string,
    @Param('log') uid: string,
    @AnswerLinks() links: Links,
  ) {
    return presentHookLog(links, access.assetUid, hook, await this.logs.show(access, hook, uid));
  }

  @Patch(':log/retry')
  @Requires('change_asset', { also: 'view_submissions' })
  @ApiOperation({ summary: 'Tries one that failed again, and tells what the other side answers' })
  @ApiOkResponse({ type: RetriedDeliveryDto })
  @ApiBadRequestResponse({ type: RetriedDeliveryDto })
  async retry(access: HookAccess, @Param('hook') hook: string, @Param('log') uid: string) {
    return presentRetry(await this.logs.retry(access, hook, uid));
  }
}
