import { Body, Controller, Get, Param } from '@nestjs/common';
import {
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiResponse,
  ApiTags,
  ApiProperty,
  ApiPropertyOptional,
} from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../../authorization/policy';
import type { Actor, UserActor } from '../../../domain/account/actor';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { Endpoint } from '../../../http/endpoint';
import { PaginatedList } from '../../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../../http/pagination/present-page';
import { created, Reply } from '../../../http/reply';
import { type Links, ResponseLinks } from '../../../http/url/links';
import { PairedContentService, type PairedContent } from './paired-content.service';
import {
  PairedDataService,
  type PairedDataUpdate,
  type PairedDataInput,
  type PairedData,
} from './paired-data.service';
import { OptionalLine, ParsedBy, RequiredLine } from '../../../http/validation/field';
import { OptionalTexts } from '../../../http/validation/lists';
import { LinkTo } from '../../../http/validation/link-to';
import { xmlBody } from '../../../http/streaming/file-response';

const SOURCE = 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/';
const FIELDS = {
  type: [String] as [StringConstructor],
  example: ['group/question'],
  description: 'Paths of questions of the source. Default: all that it shares.',
};
const FILENAME = {
  example: 'cities.xml',
  description: 'File name in the form; `.xml` is optional. Letters, digits, `-` and `_`, at most 200.',
};

class CreatePairedDataDto {
  @LinkTo('assets')
  @ApiProperty({ example: SOURCE, description: 'URL of the asset that shares its data.' })
  source!: string;

  @OptionalTexts()
  @ApiPropertyOptional(FIELDS)
  fields?: string[];

  @RequiredLine()
  @ApiProperty(FILENAME)
  filename!: string;

  toInput(): PairedDataInput {
    return { source: this.source, fields: this.fields ?? [], filename: this.filename };
  }
}

class UpdatePairedDataDto {
  @ParsedBy((sent) => sent)
  @ApiPropertyOptional({ description: 'Not changeable: any value is rejected with 400.' })
  source?: unknown;

  @OptionalTexts()
  @ApiPropertyOptional(FIELDS)
  fields?: string[];

  @OptionalLine()
  @ApiPropertyOptional(FILENAME)
  filename?: string;

  toInput(): PairedDataUpdate {
    return { fields: this.fields, filename: this.filename, namesSource: this.source !== undefined };
  }
}

class PairedDataDto {
  @ApiProperty({
    type: String,
    nullable: true,
    example: SOURCE,
    description: 'URL of the source; null after its deletion, and for callers who may not view it.',
  })
  source!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'Cities' }) source__name!: string | null;
  @ApiProperty(FIELDS) fields!: string[];
  @ApiProperty({ example: 'cities.xml' }) filename!: string;
  @ApiProperty({
    example:
      'https://survey.example.org/api/v2/assets/aBu5gZxbqFMYAQXZn2tQGh/paired-data/pdW7hgQZv9bJmQkzVqBYxRLd/',
  })
  url!: string;
}

@ApiTags('Paired data')
@ApiNotFoundResponse({
  description: 'The asset or paired data does not exist, or the caller may not view it.',
})
@Controller('api/v2/assets/:uid/paired-data')
export class PairedDataController {
  constructor(
    private readonly pairedData: PairedDataService,
    private readonly contents: PairedContentService,
  ) {}

  @Endpoint('GET', { summary: 'List paired data', description: 'Sources that the form reads, oldest first.' })
  @Requires('view_asset')
  async listPairedData(
    access: AssetAccess<'view_asset'>,
    @CurrentActor() actor: Actor,
    @PaginatedList(PairedDataDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.pairedData.list(actor, access, page.window), (pairedData) =>
      presentPairedData(links, access.assetUid, pairedData),
    );
  }

  @Endpoint('POST', {
    summary: 'Pair data with another asset',
    description:
      'Lets the form read submissions of an asset whose data sharing is enabled. Both the caller and the owner of the form must be able to view them.',
    returns: PairedDataDto,
    fails: { 400: 'Validation errors by field.' },
  })
  @Requires('change_asset', { see: 'view_asset' })
  async createPairedData(
    access: AssetAccess<'change_asset'>,
    @CurrentActor() actor: UserActor,
    @Body() body: CreatePairedDataDto,
    @ResponseLinks() links: Links,
  ) {
    const pairedData = await this.pairedData.create(actor, access, body.toInput());
    return created(presentPairedData(links, access.assetUid, pairedData));
  }

  @Endpoint('GET :pair', { summary: 'Get paired data', returns: PairedDataDto })
  @Requires('view_asset')
  async getPairedData(
    access: AssetAccess<'view_asset'>,
    @CurrentActor() actor: Actor,
    @Param('pair') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentPairedData(links, access.assetUid, await this.pairedData.show(actor, access, uid));
  }

  @Endpoint('PATCH :pair', {
    summary: 'Update paired data',
    description:
      'Changes fields or file name. Absent properties are unchanged. Other fields need the same permissions on the source as creating paired data.',
    returns: PairedDataDto,
    fails: { 400: 'Validation errors by field.' },
  })
  @Requires('change_asset', { see: 'view_asset' })
  async updatePairedData(
    access: AssetAccess<'change_asset'>,
    @CurrentActor() actor: UserActor,
    @Param('pair') uid: string,
    @Body() body: UpdatePairedDataDto,
    @ResponseLinks() links: Links,
  ) {
    const pairedData = await this.pairedData.update(actor, access, uid, body.toInput());
    return presentPairedData(links, access.assetUid, pairedData);
  }

  @Endpoint('DELETE :pair', { summary: 'Delete paired data', returns: { description: 'Deleted.' } })
  @Requires('change_asset', { see: 'view_asset' })
  async deletePairedData(
    access: AssetAccess<'change_asset'>,
    @CurrentActor() actor: UserActor,
    @Param('pair') uid: string,
  ) {
    await this.pairedData.remove(actor, access, uid);
  }

  @Get([':pair/external', ':pair/external.xml'])
  @Requires('add_submissions')
  @ApiProduces('text/xml')
  @ApiOperation({
    summary: 'Download paired data as XML',
    description:
      'Contains the fields shared by both sides, of submissions that the owner of the asset may view. Up to 5 minutes old.',
  })
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiResponse({ status: 304, description: 'Not modified since `If-None-Match`.' })
  async getPairedDataContent(access: AssetAccess<'add_submissions'>, @Param('pair') uid: string) {
    return presentPairedContent(await this.contents.get(access, uid));
  }
}

export function presentPairedData(
  links: Links,
  assetUid: string,
  { uid, source, fields, filename }: PairedData,
) {
  return {
    source: source === null ? null : links.asset(source.uid),
    source__name: source === null ? null : source.name,
    fields,
    filename,
    url: links.assetResource(assetUid, `paired-data/${uid}`),
  };
}

/** Express responds with 304 by ETag unless the body is streamed. */
function presentPairedContent(content: PairedContent): Reply {
  return new Reply(200, xmlBody(content.xml), {
    'Content-Type': 'text/xml; charset=utf-8',
    'Cache-Control': 'private, max-age=300',
    ETag: `"${content.md5}"`,
  });
}
