import { Controller, Get } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { Requires, Priority } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { type Links, ResponseLinks } from '../../http/url/links';
import { presentSynchronousExport } from './export-setting.presenter';
import { ExportSettingService } from './export-setting.service';

/** Synchronous export with default options; CSV is served by the submission stream. */
@ApiTags('Exports')
@ApiNotFoundResponse({ description: 'The asset does not exist, or the caller may not view submissions.' })
@Controller('api/v2/assets/:uid')
export class ExportDataController {
  constructor(private readonly settings: ExportSettingService) {}

  @Get('data.xlsx')
  @Priority('low')
  @Requires('view_submissions')
  @ApiOperation({
    summary: 'Download submissions as XLSX',
    description: 'Streams a workbook of the submissions that the caller may view, with default options.',
  })
  @ApiProduces('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiBadRequestResponse({ description: 'The asset was never deployed.' })
  async downloadSubmissionsAsXlsx(access: AssetAccess<'view_submissions'>, @ResponseLinks() links: Links) {
    return presentSynchronousExport(await this.settings.exportWithDefaults(access, 'xls', links.origin));
  }

  @Get('data.kml')
  @Priority('low')
  @Requires('view_submissions')
  @ApiOperation({
    summary: 'Download submissions as KML',
    description: 'Streams a placemark per location of the submissions that the caller may view.',
  })
  @ApiProduces('application/vnd.google-earth.kml+xml')
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiBadRequestResponse({ description: 'The asset was never deployed.' })
  async downloadSubmissionsAsKml(access: AssetAccess<'view_submissions'>, @ResponseLinks() links: Links) {
    return presentSynchronousExport(await this.settings.exportWithDefaults(access, 'kml', links.origin));
  }
}
