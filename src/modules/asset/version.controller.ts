import { Controller, Param, Query } from '@nestjs/common';
import { ApiNotFoundResponse, ApiTags, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Requires } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { Endpoint } from '../../http/endpoint';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import {
  VersionService,
  type VersionFilter,
  type VersionDetailView,
  type VersionView,
} from './version.service';
import { OptionalFlag } from '../../http/validation/field';
import { wireDate } from '../../domain/text/wire-date';
import { JsonText } from '../../http/json-text';

class ListVersionsDto {
  @OptionalFlag()
  @ApiPropertyOptional({
    example: true,
    description: '`true` lists deployed versions only, `false` the others. Default: all.',
  })
  deployed?: boolean;

  toInput(): VersionFilter {
    return { ...(this.deployed !== undefined && { deployed: this.deployed }) };
  }
}

class VersionDto {
  @ApiProperty({ example: 'vWvkKzNE8xCtfApJvabfjG' }) uid!: string;
  @ApiProperty({
    example:
      'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/versions/vWvkKzNE8xCtfApJvabfjG/',
  })
  url!: string;
  @ApiProperty({ example: '0b5f2c1d4e6f708192a3b4c5d6e7f80910111213' }) content_hash!: string;
  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'boolean', enum: [false] }],
    example: '2026-03-01T08:00:00.123000Z',
    description: 'Date of the deployment; `false` for a version that was never deployed.',
  })
  date_deployed!: string | false;
  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' }) date_modified!: string;
  @ApiProperty({
    example: '2.1',
    description:
      'Number of deployments; for a draft followed by a point and the number of drafts since the last one.',
  })
  version_number!: string;
}

class VersionDetailDto extends VersionDto {
  @ApiProperty({ type: 'object', additionalProperties: true }) content!: object;
}

type Access = AssetAccess<'view_asset'>;

@ApiTags('Assets')
@ApiNotFoundResponse({ description: 'The asset or version does not exist or is not visible to the caller.' })
@Controller('api/v2/assets/:uid/versions')
export class VersionController {
  constructor(private readonly versions: VersionService) {}

  @Endpoint('GET', {
    summary: 'List the versions of an asset',
    description:
      'Newest first. To restore a version, update the asset with `clone_from` set to its own uid and `clone_from_version_id`.',
  })
  @Requires('view_asset')
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

  @Endpoint('GET :version', { summary: 'Get a version with its content', returns: VersionDetailDto })
  @Requires('view_asset')
  async getAssetVersion(access: Access, @Param('version') uid: string, @ResponseLinks() links: Links) {
    return presentVersionDetail(links, access.assetUid, await this.versions.show(access, uid));
  }
}

/** Version in a list (contract-assets 7.6). */
export function presentVersion(links: Links, assetUid: string, version: VersionView) {
  const { uid, contentHash, deployed, dateModified, deployments, drafts } = version;
  return {
    uid,
    url: links.plain.assetResource(assetUid, `versions/${uid}`),
    content_hash: contentHash,
    // False, since clients read null as deployed.
    date_deployed: deployed && wireDate(dateModified),
    date_modified: wireDate(dateModified),
    version_number: drafts === 0 ? String(deployments) : `${deployments}.${drafts}`,
  };
}

function presentVersionDetail(links: Links, assetUid: string, version: VersionDetailView) {
  return { ...presentVersion(links, assetUid, version), content: new JsonText(version.content) };
}
