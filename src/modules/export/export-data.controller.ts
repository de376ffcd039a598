import { Controller, Get } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { Requires } from '../../authorization/policy';
import { ServedLast } from '../../authorization/served';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { presentImmediateExport } from './export-setting.presenter';
import { ExportSettingService } from './export-setting.service';

/** Submissions for spreadsheets, without settings; CSV comes from the stream of submissions. */
@ApiTags('Exports')
@ApiNotFoundResponse({ description: 'There is no such asset, or no submissions that the caller may see.' })
@Controller('api/v2/assets/:uid')
export class ExportDataController {
  constructor(private readonly settings: ExportSettingService) {}

  @Get('data.xlsx')
  @ServedLast()
  @Requires('view_submissions')
  @ApiOperation({ summary: 'The submissions that the caller may see as a workbook, made while it is sent' })
  @ApiProduces('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiBadRequestResponse({ description: 'The asset was never deployed.' })
  async workbook(access: AssetAccess<'view_submissions'>, @AnswerLinks() links: Links) {
    return presentImmediateExport(await this.settings.usual(access, 'xls', links.origin));
  }
}
