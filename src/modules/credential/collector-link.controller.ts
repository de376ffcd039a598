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
import { IgnoresBody } from '../../http/body/body-declaration';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import { CollectorLinkService } from './collector-link.service';
import { CollectorLinkDto, CreatedCollectorLinkDto, CreateCollectorLinkDto } from './dto/collector-link.dto';
import { presentCollectorLink, presentCreatedCollectorLink } from './credential.presenter';

@ApiTags('Deployment')
@ApiNotFoundResponse({
  description: 'The asset or link does not exist, or the caller cannot manage the asset.',
})
@Controller('api/v2/assets/:uid/collector-links')
export class CollectorLinkController {
  constructor(private readonly collectorLinks: CollectorLinkService) {}

  @Get()
  @Requires('manage_asset')
  @ApiOperation({
    summary: 'List collector links',
    description: 'Newest first, without their keys.',
  })
  async listCollectorLinks(
    access: AssetAccess<'manage_asset'>,
    @PaginatedList(CollectorLinkDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.collectorLinks.list(access, page.window), (link) =>
      presentCollectorLink(links, access.assetUid, link),
    );
  }

  @Post()
  @Requires('manage_asset')
  @ApiOperation({
    summary: 'Create a collector link',
    description:
      'Anyone with the link can submit to the asset. Only this response contains it. An asset has at most 100 links.',
  })
  @ApiCreatedResponse({ type: CreatedCollectorLinkDto })
  @ApiBadRequestResponse({ description: 'The name is invalid, or the asset has too many links.' })
  async createCollectorLink(
    access: AssetAccess<'manage_asset'>,
    @CurrentActor() actor: Actor,
    @Body() body: CreateCollectorLinkDto,
    @ResponseLinks() links: Links,
  ) {
    const created = await this.collectorLinks.create(actor, access, body.toInput());
    return presentCreatedCollectorLink(links, access.assetUid, created);
  }

  @Delete(':link')
  @HttpCode(204)
  @IgnoresBody()
  @Requires('manage_asset')
  @ApiOperation({
    summary: 'Revoke a collector link',
    description: 'Submissions that were sent through the link are kept.',
  })
  @ApiNoContentResponse()
  async revokeCollectorLink(
    access: AssetAccess<'manage_asset'>,
    @CurrentActor() actor: Actor,
    @Param('link') uid: string,
  ) {
    await this.collectorLinks.revoke(actor, access, uid);
  }
}
