import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentActor, SignedIn, Priority } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import { AssetUsageDto, ServiceUsageDto } from './dto/usage.dto';
import { presentAssetUsage, presentServiceUsage } from './usage.presenter';
import { UsageService } from './usage.service';

@ApiTags('Usage')
@Controller('api/v2')
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Get('asset_usage')
  @SignedIn()
  @Priority('low')
  @ApiOperation({
    summary: 'List usage by asset',
    description: "Submission counts and file sizes of the caller's own assets, oldest first.",
  })
  async listAssetUsage(
    @CurrentActor() actor: UserActor,
    @PaginatedList(AssetUsageDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    const found = await this.usage.listByAsset(actor, page.window);
    return presentPage(page, found, (usage) => presentAssetUsage(links, usage));
  }

  @Get('service_usage')
  @SignedIn()
  @Priority('low')
  @ApiOperation({
    summary: 'Get total usage',
    description: "Submission counts and file sizes of all of the caller's own assets.",
  })
  @ApiOkResponse({ type: ServiceUsageDto })
  async getServiceUsage(@CurrentActor() actor: UserActor) {
    return presentServiceUsage(await this.usage.total(actor));
  }
}
