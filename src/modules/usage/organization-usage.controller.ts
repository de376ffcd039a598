import { Controller, Get, Param } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentActor, SignedIn, Priority } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import { OrganizationAssetUsageDto, ServiceUsageDto } from './dto/usage.dto';
import { presentOrganizationAssetUsage, presentServiceUsage } from './usage.presenter';
import { UsageService } from './usage.service';

const NOT_FOUND = { description: "The organization is not the caller's own." };

@ApiTags('Organizations')
@Controller('api/v2/organizations/:organization')
export class OrganizationUsageController {
  constructor(private readonly usage: UsageService) {}

  @Get('asset_usage')
  @SignedIn()
  @Priority('low')
  @ApiOperation({
    summary: 'List usage of an organization by asset',
    description: 'Submission counts and file sizes of the assets of its owner, oldest first.',
  })
  @ApiNotFoundResponse(NOT_FOUND)
  async listOrganizationAssetUsage(
    @CurrentActor() actor: UserActor,
    @Param('organization') organization: string,
    @PaginatedList(OrganizationAssetUsageDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    const found = await this.usage.listByAssetOf(actor, organization, page.window);
    return presentPage(page, found, (usage) => presentOrganizationAssetUsage(links, usage));
  }

  @Get('service_usage')
  @SignedIn()
  @Priority('low')
  @ApiOperation({
    summary: 'Get total usage of an organization',
    description: 'Submission counts and file sizes of all assets of its owner.',
  })
  @ApiOkResponse({ type: ServiceUsageDto })
  @ApiNotFoundResponse(NOT_FOUND)
  async getOrganizationUsage(@CurrentActor() actor: UserActor, @Param('organization') organization: string) {
    return presentServiceUsage(await this.usage.totalOf(actor, organization));
  }
}
