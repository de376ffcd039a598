import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Requires } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import { ListVersionsDto, VersionDetailDto, VersionDto } from './dto/version.dto';
import { presentVersion, presentVersionDetail } from './version.presenter';
import { VersionService } from './version.service';

type Access = AssetAccess<'view_asset'>;

@ApiTags('Assets')
@ApiNotFoundResponse({ description: 'The asset or version does not exist or is not visible to the caller.' })
@Controller('api/v2/assets/:uid/versions')
export class VersionController {
  constructor(private readonly versions: VersionService) {}

  @Get()
  @Requires('view_asset')
  @ApiOperation({
    summary: 'List the versions of an asset',
    description:
      'Newest first. To restore a version, update the asset with `clone_from` set to its own uid and `clone_from_version_id`.',
  })
  async listAssetVersions(
    access: Access,
    @Query() query: ListVersionsDto,
    @PaginatedList(VersionDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.versions.list(access, query.toInput(), page.window), (version) =>
      presentVersion(links, access.assetUid, version),
    );
  }

  @Get(':version')
  @Requires('view_asset')
  @ApiOperation({ summary: 'Get a version with its content' })
  @ApiOkResponse({ type: VersionDetailDto })
  async getAssetVersion(access: Access, @Param('version') uid: string, @ResponseLinks() links: Links) {
    return presentVersionDetail(links, access.assetUid, await this.versions.show(access, uid));
  }
}
