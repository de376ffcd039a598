import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../../authorization/policy';
import { knownLanguages } from '../../domain/content/known-languages';
import { cutPage } from '../../domain/page';
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import { LanguageDto } from './dto/asset-list.dto';

@ApiTags('Assets')
@Controller('api/v2/languages')
export class LanguageController {
  @Get()
  @Public()
  @ApiOperation({ summary: 'Languages to translate forms into, with their codes; forms may name any other' })
  list(@PageOf(LanguageDto) page: AskedPage) {
    return presentPage(page, cutPage(knownLanguages(), page.window), (language) => language);
  }
}
