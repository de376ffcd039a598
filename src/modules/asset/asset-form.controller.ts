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
import { Requires } from '../../authorization/policy';
import { ServedLast } from '../../authorization/served';
import type { AssetAccess } from '../../domain/permission/asset-access';
import {
  presentFormContent,
  presentFormSheets,
  presentFormWorkbook,
  presentFormXml,
} from './asset-form.presenter';
import { AssetFormService } from './asset-form.service';
import { FormContentDto } from './dto/form-content.dto';
import { WorkbookQueryDto } from './dto/workbook-query.dto';

type Access = AssetAccess<'view_asset'>;

/** The form of an asset in the formats of other tools. Stands before the asset itself, whose uid would match them too. */
@ApiTags('Assets')
@ApiNotFoundResponse({ description: 'There is no such asset, or the caller may not see it.' })
@ApiParam({ name: 'uid', type: String })
@Controller('api/v2/assets')
export class AssetFormController {
  constructor(private readonly forms: AssetFormService) {}

  @Get(':uid.xls')
  @ServedLast()
  @Requires('view_asset', { family: 'asset-detail' })
  @ApiOperation({ summary: 'The form as an .xlsx workbook' })
  @ApiProduces('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async workbook(access: Access, @Query() query: WorkbookQueryDto) {
    const expandKobo = query.kobo_specific_types !== true;
    return presentFormWorkbook(await this.forms.xlsx(access, { expandKobo }));
  }

  @Get(':uid.xml')
  @Requires('view_asset', { family: 'asset-detail' })
  @ApiOperation({ summary: 'The form as an XForm, compiled as for a preview' })
  @ApiProduces('application/xml')
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiBadRequestResponse({ description: 'The form does not compile; `detail` says where and why.' })
  async xform(access: Access) {
    return presentFormXml(await this.forms.xform(access));
  }

  @Get(':uid.ssjson')
  @Requires('view_asset', { family: 'asset-detail' })
  @ApiOperation({ summary: 'The sheets of the form as JSON' })
  @ApiOkResponse({ schema: { type: 'object', additionalProperties: true } })
  async sheets(access: Access) {
    return presentFormSheets(await this.forms.sheets(access));
  }

  @Get(':uid/content')
  @Requires('view_asset', { family: 'asset-detail' })
  @ApiOperation({ summary: 'The sheets of the form, with what they are of' })
  @ApiOkResponse({ type: FormContentDto })
  async content(access: Access) {
    return presentFormContent('asset.content', await this.forms.sheets(access));
  }

  @Get(':uid/valid_content')
  @Requires('view_asset', { family: 'asset-detail' })
  @ApiOperation({ summary: 'The content of the form with rows that any tool understands' })
  @ApiOkResponse({ type: FormContentDto })
  async validContent(access: Access) {
    return presentFormContent('asset.valid_content', await this.forms.validContent(access));
  }
}
