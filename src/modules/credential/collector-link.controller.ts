import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../authorization/policy';
import type { Actor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { TakesNoBody } from '../../http/body/body-declaration';
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { presentCollectorLink, presentMadeCollectorLink } from './collector-link.presenter';
import { CollectorLinkService } from './collector-link.service';
import { CollectorLinkDto, MadeCollectorLinkDto, MakeCollectorLinkDto } from './dto/collector-link.dto';

/** Addresses for collectors without accounts: who knows one fills in the form. */
@ApiTags('Deployment')
@ApiNotFoundResponse({ description: 'There is no such thing, or the caller does not manage the asset.' })
@Controller('api/v2/assets/:uid/collector-links')
export class CollectorLinkController {
  constructor(private readonly collectorLinks: CollectorLinkService) {}

  @Get()
  @Requires('manage_asset')
  @ApiOperation({ summary: 'The links of a form, newest first, without their keys' })
  async list(
    access: AssetAccess<'manage_asset'>,
    @PageOf(CollectorLinkDto) page: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    return presentPage(page, await this.collectorLinks.list(access, page.window), (link) =>
      presentCollectorLink(links, access.assetUid, link),
    );
  }

  @Post()
  @Requires('manage_asset')
  @ApiOperation({ summary: 'Makes a link; it is shown this once' })
  @ApiCreatedResponse({ type: MadeCollectorLinkDto })
  @ApiBadRequestResponse({ description: 'The name does not hold, or there are too many links.' })
  async make(
    access: AssetAccess<'manage_asset'>,
    @CurrentActor() actor: Actor,
    @Body() body: MakeCollectorLinkDto,
    @AnswerLinks() links: Links,
  ) {
    const made = await this.collectorLinks.make(actor, access, body.toInput());
    return presentMadeCollectorLink(links, access.assetUid, made);
  }

  @Delete(':link')
  @HttpCode(204)
  @TakesNoBody()
  @Requires('manage_asset')
  @ApiOperation({ summary: 'Ends a link at once; what came by it stays' })
  @ApiNoContentResponse({ description: 'It is gone.' })
  async revoke(
    access: AssetAccess<'manage_asset'>,
    @CurrentActor() actor: Actor,
    @Param('link') uid: string,
  ) {
    await this.collectorLinks.revoke(actor, access, uid);
  }
}
