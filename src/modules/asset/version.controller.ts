import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Requires } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { ListVersionsDto, VersionDetailDto, VersionDto } from './dto/version.dto';
import { presentVersion, presentVersionDetail } from './version.presenter';
import { VersionService } from './version.service';

type Access = AssetAccess<'view_asset'>;

/** What an asset was at each save. To bring one back, clone the asset over itself from that version. */
@ApiTags('Assets')
@ApiNotFoundResponse({ description: 'There is no such asset or version, or the caller may not see it.' })
@Controller('api/v2/assets/:uid/versions')
export class VersionController {
  constructor(private readonly versions: VersionService) {}

  @Get()
  @Requires('view_asset')
  @ApiOperation({ summary: 'The versions of the asset, newest first' })
  async list(
    access: Access,
    @Query() query: ListVersionsDto,
    @PageOf(VersionDto) page: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    return presentPage(page, await this.versions.list(access, query.toInput(), page.window), (version) =>
      presentVersion(links, access.assetUid, version),
    );
  }

  @Get(':version')
  @Requires('view_asset')
  @ApiOperation({ summary: 'One version with its content' })
  @ApiOkResponse({ type: VersionDetailDto })
  async show(access: Access, @Param('version') uid: string, @AnswerLinks() links: Links) {
    return presentVersionDetail(links, access.assetUid, await this.versions.show(access, uid));
  }
}
