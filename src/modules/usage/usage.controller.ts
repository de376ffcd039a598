import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentActor, SignedIn } from '../../authorization/policy';
import { ServedLast } from '../../authorization/served';
import type { UserActor } from '../../domain/account/actor';
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { AssetUsageDto, ServiceUsageDto } from './dto/usage.dto';
import { presentAssetUsage, presentServiceUsage } from './usage.presenter';
import { UsageService } from './usage.service';

/** What the caller's own projects take. */
@ApiTags('Usage')
@Controller('api/v2')
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Get('asset_usage')
  @SignedIn()
  @ServedLast()
  @ApiOperation({
    summary: "Submissions and bytes of files of each of the caller's own assets, oldest first",
  })
  async assets(
    @CurrentActor() actor: UserActor,
    @PageOf(AssetUsageDto) page: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    const found = await this.usage.ofAssets(actor, page.window);
    return presentPage(page, found, (usage) => presentAssetUsage(links, usage));
  }

  @Get('service_usage')
  @SignedIn()
  @ServedLast()
  @ApiOperation({ summary: "The same for all of the caller's assets together" })
  @ApiOkResponse({ type: ServiceUsageDto })
  async service(@CurrentActor() actor: UserActor) {
    return presentServiceUsage(await this.usage.ofService(actor));
  }
}
