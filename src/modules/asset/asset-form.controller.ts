import { Body, Controller, Query } from '@nestjs/common';
import {
  ApiNotFoundResponse,
  ApiParam,
  ApiProduces,
  ApiTags,
  ApiProperty,
  ApiPropertyOptional,
} from '@nestjs/swagger';
import { Requires, Priority } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { Endpoint } from '../../http/endpoint';
import { AssetFormService, type RenderedForm } from './asset-form.service';
import { AcceptsContent } from '../../http/body/body-reader';
import { OptionalFlag, OptionalSheets, OptionalText } from '../../http/validation/field';
import { JsonText } from '../../http/json-text';
import { Reply, StreamedBody } from '../../http/reply';
import { attachmentDisposition } from '../../http/streaming/file-response';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Sends an .xlsx file although the path ends in `.xls` (contract-assets 2.8). */
function presentFormWorkbook({ uid, rendering }: RenderedForm) {
  return attachment(`${uid}.xlsx`, XLSX, rendering);
}

function presentFormXml({ uid, rendering }: RenderedForm) {
  return attachment(`${uid}.xml`, 'application/xml; charset=utf-8', rendering);
}

function presentFormSheets({ rendering }: RenderedForm) {
  return new JsonText(rendering);
}

function presentFormContent(kind: 'asset.content' | 'asset.valid_content', { uid, rendering }: RenderedForm) {
  return { kind, uid_asset: uid, data: new JsonText(rendering) };
}

function attachment(name: string, contentType: string, bytes: Uint8Array): Reply<StreamedBody> {
  const body = new StreamedBody(contentType, async (sink) => {
    await new Promise<void>((done, fail) => {
      sink.once('error', fail);
      sink.end(bytes, done);
    });
  });
  return new Reply(200, body, {
    'Content-Disposition': attachmentDisposition(name),
    'Content-Length': String(bytes.length),
  });
}

const SHEETS = {
  survey: [{ type: 'text', name: 'full_name', label: 'What is your name?' }],
  settings: [{ style: 'pages' }],
};

class FormContentDto {
  @ApiProperty({ enum: ['asset.content', 'asset.valid_content'] }) kind!: string;
  @ApiProperty({ example: 'aSAvYreNzVEkrWg5Gdcvg9' }) uid_asset!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: SHEETS,
    description:
      '`asset.content`: rows by sheet, cells by column header. `asset.valid_content`: content in standard XLSForm.',
  })
  data!: object;
}

class WorkbookQueryDto {
  @OptionalFlag()
  @ApiPropertyOptional({
    description:
      '`true` keeps rows that only KoboToolbox supports (score, rank, matrix), for reimport. Default: false, which expands them to standard XLSForm.',
  })
  kobo_specific_types?: boolean;
}

class CheckFormDto {
  @OptionalSheets()
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: SHEETS,
    description: 'Sheets of the form with their rows, as an object or its JSON text.',
  })
  content?: Record<string, unknown> | Uint8Array;
}

class CheckQueryDto {
  @OptionalText()
  @ApiPropertyOptional({
    example: 'fr',
    description: 'Language of messages and warnings: en, fr, es, pt or ar. Default, and for others: en.',
  })
  language?: string;
}

class FormProblemDto {
  @ApiProperty({ example: 'survey' }) sheet!: string;
  @ApiPropertyOptional({
    example: 7,
    description: 'Row of the sheet: the first question is 2. Absent for a whole sheet.',
  })
  row?: number;
  @ApiPropertyOptional({ example: 'relevant' }) column?: string;
  @ApiProperty({ example: 'there is no question with the name "age".' }) message!: string;
}

class FormCheckDto {
  @ApiProperty({ type: [FormProblemDto], description: 'Reasons to refuse a deployment, up to 200.' })
  problems!: FormProblemDto[];
  @ApiProperty({ type: [String], description: 'Doubts, each with its sheet and row; none beside problems.' })
  warnings!: string[];
}

function presentFormCheck({
  problems,
  warnings,
}: Awaited<ReturnType<AssetFormService['check']>>): FormCheckDto {
  return {
    problems: problems.map(({ sheet, row, column, message }) => ({
      sheet,
      ...(row !== undefined && { row }),
      ...(column !== undefined && { column }),
      message,
    })),
    warnings: [...warnings],
  };
}

type Access = AssetAccess<'view_asset'>;

/** Forms in other formats. Registered before AssetController, whose `:uid` matches these paths too. */
@ApiTags('Assets')
@ApiNotFoundResponse({ description: 'The asset does not exist or is not visible to the caller.' })
@ApiParam({ name: 'uid', type: String })
@Controller('api/v2/assets')
export class AssetFormController {
  constructor(private readonly forms: AssetFormService) {}

  @Endpoint('GET :uid.xls', {
    summary: 'Download the form as an .xlsx workbook',
    returns: { schema: { type: 'string', format: 'binary' } },
  })
  @Priority('low')
  @Requires('view_asset', { family: 'asset-detail' })
  @ApiProduces('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  async downloadAssetWorkbook(access: Access, @Query() query: WorkbookQueryDto) {
    const expandKobo = query.kobo_specific_types !== true;
    return presentFormWorkbook(await this.forms.xlsx(access, { expandKobo }));
  }

  @Endpoint('GET :uid.xml', {
    summary: 'Get the form as an XForm, compiled as for a preview',
    returns: { schema: { type: 'string' } },
    fails: { 400: 'The form does not compile; `detail` gives the location and the reason.' },
  })
  @Requires('view_asset', { family: 'asset-detail' })
  @ApiProduces('application/xml')
  async getAssetXForm(access: Access) {
    return presentFormXml(await this.forms.xform(access));
  }

  @Endpoint('GET :uid.ssjson', {
    summary: 'Get the sheets of the form as JSON',
    returns: { schema: { type: 'object', additionalProperties: true } },
  })
  @Requires('view_asset', { family: 'asset-detail' })
  async getAssetSheets(access: Access) {
    return presentFormSheets(await this.forms.sheets(access));
  }

  @Endpoint('GET :uid/content', {
    summary: 'Get the sheets of the form with the uid of the asset',
    returns: FormContentDto,
  })
  @Requires('view_asset', { family: 'asset-detail' })
  async getAssetContent(access: Access) {
    return presentFormContent('asset.content', await this.forms.sheets(access));
  }

  @Endpoint('GET :uid/valid_content', {
    summary: 'Get the content of the form in standard XLSForm',
    description: 'Expands rows that only KoboToolbox supports (score, rank, matrix).',
    returns: FormContentDto,
  })
  @Requires('view_asset', { family: 'asset-detail' })
  async getAssetValidContent(access: Access) {
    return presentFormContent('asset.valid_content', await this.forms.validContent(access));
  }

  @Endpoint('POST :uid/check', {
    status: 200,
    summary: 'Check content of the form before it is saved',
    description: 'Compiles the content as a deployment would. Saves nothing.',
    returns: FormCheckDto,
    fails: { 400: 'The content does not consist of sheets of rows.' },
  })
  @AcceptsContent()
  @Priority('low')
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  async checkAssetContent(
    access: AssetAccess<'change_asset'>,
    @Body() body: CheckFormDto,
    @Query() query: CheckQueryDto,
  ) {
    return presentFormCheck(await this.forms.check(access, body.content ?? {}, query.language));
  }
}
