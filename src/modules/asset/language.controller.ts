import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../../authorization/policy';
import { findLanguage, findLanguages, type IsoLanguage } from '../../domain/content/iso-languages';
import { paginate } from '../../domain/page';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import { KnownSegment } from '../../http/validation/known-segment';
import { LanguageDetailDto, LanguageDto, LanguageQueryDto } from './dto/language.dto';
import { presentLanguage, presentLanguageDetail } from './language.presenter';

@ApiTags('Assets')
@Controller('api/v2/languages')
export class LanguageController {
  @Get()
  @Public()
  @ApiOperation({
    summary: 'List languages for translations',
    description: 'Names and codes to choose from; forms may use any other language.',
  })
  listLanguages(
    @Query() query: LanguageQueryDto,
    @PaginatedList(LanguageDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, paginate(findLanguages(query.q ?? ''), page.window), (language) =>
      presentLanguage(links, language),
    );
  }

  @Get(':code')
  @Public()
  @ApiOperation({ summary: 'Get a language' })
  @ApiOkResponse({ type: LanguageDetailDto })
  @ApiNotFoundResponse({ description: 'There is no language with this code.' })
  getLanguage(@Param('code', KnownSegment(findLanguage)) language: IsoLanguage) {
    return presentLanguageDetail(language);
  }
}
