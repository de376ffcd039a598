import { Controller, Param, Query } from '@nestjs/common';
import { ApiTags, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Public } from '../../authorization/policy';
import { findLanguage, findLanguages, type IsoLanguage } from '../../domain/content/content';
import { paginate, EMPTY_PAGE } from '../../domain/page';
import { Endpoint } from '../../http/endpoint';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import { KnownSegment } from '../../http/validation/link-to';
import { OptionalText } from '../../http/validation/field';

const freeObject = { type: 'object', additionalProperties: true } as const;
const services = {
  type: 'array',
  items: freeObject,
  example: [],
  description: 'Empty: there are no services.',
} as const;

class LanguageQueryDto {
  @OptionalText()
  @ApiPropertyOptional({ example: 'swa', description: 'Part of a name, or a code.' })
  q?: string;
}

class LanguageNameDto {
  @ApiProperty({ example: 'Swahili' }) name!: string;
  @ApiProperty({ example: 'sw' }) code!: string;
  @ApiProperty({ description: 'Whether clients offer it before anything is searched.' }) featured!: boolean;
}

class LanguageDto extends LanguageNameDto {
  @ApiProperty(services) transcription_services!: object[];
  @ApiProperty(services) translation_services!: object[];
  @ApiProperty({ example: 'https://survey.example.org/api/v2/languages/sw/' }) url!: string;
}

class LanguageDetailDto extends LanguageNameDto {
  @ApiProperty({ ...freeObject, example: {} }) transcription_services!: object;
  @ApiProperty({ ...freeObject, example: {} }) translation_services!: object;
  @ApiProperty({ type: 'array', items: freeObject, example: [] }) regions!: object[];
}

class MachineServiceDto {
  @ApiProperty({ example: 'Example' }) name!: string;
  @ApiProperty({ example: 'example' }) code!: string;
}

@ApiTags('Assets')
@Controller('api/v2/languages')
export class LanguageController {
  @Endpoint('GET', {
    summary: 'List languages for translations',
    description: 'Names and codes to choose from; forms may use any other language.',
  })
  @Public()
  listLanguages(
    @Query() query: LanguageQueryDto,
    @PaginatedList(LanguageDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, paginate(findLanguages(query.q ?? ''), page.window), (language) =>
      presentLanguage(links, language),
    );
  }

  @Endpoint('GET :code', {
    summary: 'Get a language',
    returns: LanguageDetailDto,
    fails: { 404: 'There is no language with this code.' },
  })
  @Public()
  getLanguage(@Param('code', KnownSegment(findLanguage)) language: IsoLanguage) {
    return presentLanguageDetail(language);
  }
}

/** There are no services for transcription and translation, which KoboToolbox lists by language (decision 165). */
function presentLanguage(links: Links, { name, code, isFeatured }: IsoLanguage) {
  return {
    name,
    code,
    featured: isFeatured,
    transcription_services: [],
    translation_services: [],
    url: links.plain.language(code),
  };
}

function presentLanguageDetail({ name, code, isFeatured }: IsoLanguage) {
  return {
    name,
    code,
    featured: isFeatured,
    transcription_services: {},
    translation_services: {},
    regions: [],
  };
}

/** Machine services, which clients list before they offer any. There are none (decision 165). */
@ApiTags('Assets')
@Controller('api/v2')
export class MachineServiceController {
  @Endpoint('GET transcription-services', {
    summary: 'List services that transcribe recordings',
    description: 'Always empty: people write transcripts.',
  })
  @Public()
  listTranscriptionServices(@PaginatedList(MachineServiceDto) page: PageRequest) {
    return presentPage(page, EMPTY_PAGE, () => ({}));
  }

  @Endpoint('GET translation-services', {
    summary: 'List services that translate transcripts',
    description: 'Always empty: people write translations.',
  })
  @Public()
  listTranslationServices(@PaginatedList(MachineServiceDto) page: PageRequest) {
    return presentPage(page, EMPTY_PAGE, () => ({}));
  }
}
