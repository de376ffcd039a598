import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put } from '@nestjs/common';
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
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import { created } from '../../http/reply';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { RetriedDeliveriesDto } from './dto/hook-log.dto';
import { ChangeHookDto, CreateHookDto, HookDto } from './dto/hook.dto';
import { HookLogService } from './hook-log.service';
import { presentHook, presentRetries } from './hook.presenter';
import { type HookAccess, HookService } from './hook.service';

@ApiTags('Hooks')
@ApiNotFoundResponse({
  description:
    'There is no such asset or hook, or the caller may not both change the form and read all submissions.',
})
@Controller('api/v2/assets/:uid/hooks')
export class HookController {
  constructor(
    private readonly hooks: HookService,
    private readonly logs: HookLogService,
  ) {}

  @Get()
  @Requires('change_asset', { also: 'view_submissions' })
  @ApiOperation({ summary: 'Where submissions are sent on to, newest first' })
  async list(access: HookAccess, @PageOf(HookDto) page: AskedPage, @AnswerLinks() links: Links) {
    return presentPage(page, await this.hooks.list(access, page.window), (hook) =>
      presentHook(links, access.assetUid, hook),
    );
  }

  @Post()
  @Requires('change_asset', { also: 'view_submissions' })
  @ApiOperation({ summary: 'Sends submissions that come from now on to an endpoint' })
  @ApiCreatedResponse({ type: HookDto })
  @ApiBadRequestResponse({ description: 'A sentence per field that does not hold.' })
  async add(
    access: HookAccess,
    @CurrentActor() actor: UserActor,
    @Body() body: CreateHookDto,
    @AnswerLinks() links: Links,
  ) {
    const hook = await this.hooks.add(actor, access, body.toInput(), links.origin);
    return created(presentHook(links, access.assetUid, hook));
  }

  @Get(':hook')
  @Requires('change_asset', { also: 'view_submissions' })
  @ApiOperation({ summary: 'One hook' })
  @ApiOkResponse({ type: HookDto })
  async show(access: HookAccess, @Param('hook') uid: string, @AnswerLinks() links: Links) {
    return presentHook(links, access.assetUid, await this.hooks.show(access, uid));
  }

  @Patch(':hook')
  @Requires('change_asset', { also: 'view_submissions' })
  @ApiOperation({ summary: 'Changes a hook; what is left out stays' })
  @ApiOkResponse({ type: HookDto })
  @ApiBadRequestResponse({ description: 'A sentence per field that does not hold.' })
  async change(
    access: HookAccess,
    @CurrentActor() actor: UserActor,
    @Param('hook') uid: string,
    @Body() body: ChangeHookDto,
    @AnswerLinks() links: Links,
  ) {
    const change = { input: body.toInput(), origin: links.origin };
    return presentHook(links, access.assetUid, await this.hooks.change(actor, access, uid, change));
  }

  @Put(':hook')
  @Requires('change_asset', { also: 'view_submissions' })
  @ApiOperation({ summary: 'Changes a hook that is named in full; what else is left out stays' })
  @ApiOkResponse({ type: HookDto })
  @ApiBadRequestResponse({ description: 'A sentence per field that does not hold.' })
  async replace(
    access: HookAccess,
    @CurrentActor() actor: UserActor,
    @Param('hook') uid: string,
    @Body() body: CreateHookDto,
    @AnswerLinks() links: Links,
  ) {
    const change = { input: body.toInput(), origin: links.origin };
    return presentHook(links, access.assetUid, await this.hooks.change(actor, access, uid, change));
  }

  @Delete(':hook')
  @HttpCode(204)
  @Requires('change_asset', { also: 'view_submissions' })
  @ApiOperation({ summary: 'Ends sending on, and forgets its log' })
  @ApiNoContentResponse({ description: 'It is gone.' })
  async remove(access: HookAccess, @CurrentActor() actor: UserActor, @Param('hook') uid: string) {
    await this.hooks.remove(actor, access, uid);
  }

  @Patch(':hook/retry')
  @Requires('change_asset', { also: 'view_submissions' })
  @ApiOperation({ summary: 'Tries all that failed again, in the background' })
  @ApiOkResponse({ type: RetriedDeliveriesDto })
  @ApiResponse({ status: 304, description: 'Nothing has failed.' })
  @ApiBadRequestResponse({ description: 'The hook is switched off.' })
  async retry(access: HookAccess, @Param('hook') uid: string) {
    return presentRetries(await this.logs.retryAll(access, uid));
  }
}
