import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentActor, Public } from '../../authorization/policy';
import type { Actor } from '../../domain/account/actor';
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import { presentTag } from './asset-list.presenter';
import { AssetListService } from './asset-list.service';
import { TagDto } from './dto/asset-list.dto';

@ApiTags('Assets')
@Controller('api/v2/tags')
export class TagController {
  constructor(private readonly lists: AssetListService) {}

  @Get()
  @Public()
  @ApiOperation({ summary: "The tags of the assets in the caller's list, each once" })
  async list(@CurrentActor() actor: Actor, @PageOf(TagDto) page: AskedPage) {
    return presentPage(page, await this.lists.tags(actor, page.window), presentTag);
  }
}
