import { Controller, Get, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { Requires, Priority } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import {
  presentFormContent,
  presentFormSheets,
  presentFormWorkbook,
  presentFormXml,
} from './asset-form.presenter';
import { AssetFormService } from './asset-form.service';
import { FormContentDto, WorkbookQueryDto } from './dto/asset-form.dto';

type Access = AssetAccess<'view_asset'>;

/** Forms in other formats. Registered before AssetController, whose `:uid` matches these paths too. */
@ApiTags('Assets')
@ApiNotFoundResponse({ description: 'The asset does not exist or is not visible to the caller.' })
@ApiParam({ name: 'uid', type: String })
@Controller('api/v2/assets')
export class AssetFormController {
  constructor(private readonly forms: AssetFormService) {}

  @Get(':uid.xls')
  @Priority('low')
  @Requires('view_asset', { family: 'asset-detail' })
  @ApiOperation({ summary: 'Download the form as an .xlsx workbook' })
  @ApiProduces('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async downloadAssetWorkbook(access: Access, @Query() query: WorkbookQueryDto) {
    const expandKobo = query.kobo_specific_types !== true;
    return presentFormWorkbook(await this.forms.xlsx(access, { expandKobo }));
  }

  @Get(':uid.xml')
  @Requires('view_asset', { family: 'asset-detail' })
  @ApiOperation({ summary: 'Get the form as an XForm, compiled as for a preview' })
  @ApiProduces('application/xml')
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiBadRequestResponse({
    description: 'The form does not compile; `detail` gives the location and the reason.',
  })
  async getAssetXForm(access: Access) {
    return presentFormXml(await this.forms.xform(access));
  }

  @Get(':uid.ssjson')
  @Requires('view_asset', { family: 'asset-detail' })
  @ApiOperation({ summary: 'Get the sheets of the form as JSON' })
  @ApiOkResponse({ schema: { type: 'object', additionalProperties: true } })
  async getAssetSheets(access: Access) {
    return presentFormSheets(await this.forms.sheets(access));
  }

  @Get(':uid/content')
  @Requires('view_asset', { family: 'asset-detail' })
  @ApiOperation({ summary: 'Get the sheets of the form with the uid of the asset' })
  @ApiOkResponse({ type: FormContentDto })
  async getAssetContent(access: Access) {
    return presentFormContent('asset.content', await this.forms.sheets(access));
  }

  @Get(':uid/valid_content')
  @Requires('view_asset', { family: 'asset-detail' })
  @ApiOperation({
    summary: 'Get the content of the form in standard XLSForm',
    description: 'Expands rows that only KoboToolbox supports (score, rank, matrix).',
  })
  @ApiOkResponse({ type: FormContentDto })
  async getAssetValidContent(access: Access) {
    return presentFormContent('asset.valid_content', await this.forms.validContent(access));
  }
}
