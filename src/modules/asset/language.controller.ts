import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../../authorization/policy';
import { isoLanguages } from '../../domain/content/iso-languages';
import { paginate } from '../../domain/page';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { LanguageDto } from './dto/asset-list.dto';

@ApiTags('Assets')
@Controller('api/v2/languages')
export class LanguageController {
  @Get()
  @Public()
  @ApiOperation({
    operationId: 'listLanguages',
    summary: 'List languages for translations',
    description: 'Names and codes to choose from; forms may use any other language.',
  })
  list(@PaginatedList(LanguageDto) page: PageRequest) {
    return presentPage(page, paginate(isoLanguages(), page.window), (language) => language);
  }
}
