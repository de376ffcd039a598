import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentActor, Public } from '../../authorization/policy';
import type { Actor } from '../../domain/account/actor';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { presentTag } from './asset-list.presenter';
import { AssetListService } from './asset-list.service';
import { TagDto } from './dto/asset-list.dto';

@ApiTags('Assets')
@Controller('api/v2/tags')
export class TagController {
  constructor(private readonly lists: AssetListService) {}

  @Get()
  @Public()
  @ApiOperation({ summary: "List the distinct tags of the caller's assets" })
  async listTags(@CurrentActor() actor: Actor, @PaginatedList(TagDto) page: PageRequest) {
    return presentPage(page, await this.lists.tags(actor, page.window), presentTag);
  }
}
