import { Body, Controller, Param, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiForbiddenResponse,
  ApiNotFoundResponse,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { AdmitBySize, Requires, Priority } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { Endpoint } from '../../http/endpoint';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { created } from '../../http/reply';
import { type Links, ResponseLinks } from '../../http/url/links';
import { CsvDialectDto, UpdateExportSettingDto, ExportSettingDto, WriteExportSettingDto } from './export.dto';
import { presentExportSetting, presentSynchronousExport } from './export-setting.presenter';
import { ExportSettingService } from './export-setting.service';

const WRITERS = { see: 'view_submissions' } as const;
const VALIDATION_ERRORS = { description: 'Validation errors by field.' };
const MAY_NOT_MANAGE = { description: 'The caller may view submissions but not manage the project.' };
const NOT_EXPORTABLE = { description: 'The asset was never deployed, or the saved query is not valid.' };

@ApiTags('Exports')
@ApiNotFoundResponse({
  description: 'The asset or settings do not exist, or the caller may not view submissions.',
})
@Controller('api/v2/assets/:uid/export-settings')
export class ExportSettingController {
  constructor(private readonly settings: ExportSettingService) {}

  @Endpoint('GET', { summary: 'List saved export settings', description: 'Last modified first.' })
  @Requires('view_submissions')
  async listExportSettings(
    access: AssetAccess<'view_submissions'>,
    @PaginatedList(ExportSettingDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.settings.list(access, page.window), (setting) =>
      presentExportSetting(links, access.assetUid, setting),
    );
  }

  @Endpoint('POST', { summary: 'Save export settings', returns: ExportSettingDto })
  @Requires('manage_asset', WRITERS)
  @ApiBadRequestResponse(VALIDATION_ERRORS)
  @ApiForbiddenResponse(MAY_NOT_MANAGE)
  async createExportSetting(
    access: AssetAccess<'manage_asset'>,
    @Body() body: WriteExportSettingDto,
    @ResponseLinks() links: Links,
  ) {
    return created(
      presentExportSetting(links, access.assetUid, await this.settings.create(access, body.toInput())),
    );
  }

  @Endpoint('GET :setting', { summary: 'Get saved export settings', returns: ExportSettingDto })
  @Requires('view_submissions')
  async getExportSetting(
    access: AssetAccess<'view_submissions'>,
    @Param('setting') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentExportSetting(links, access.assetUid, await this.settings.show(access, uid));
  }

  @Endpoint('PATCH :setting', {
    summary: 'Update saved export settings',
    description: 'Absent fields stay unchanged.',
    returns: ExportSettingDto,
  })
  @Requires('manage_asset', WRITERS)
  @ApiBadRequestResponse(VALIDATION_ERRORS)
  @ApiForbiddenResponse(MAY_NOT_MANAGE)
  async updateExportSetting(
    access: AssetAccess<'manage_asset'>,
    @Param('setting') uid: string,
    @Body() body: UpdateExportSettingDto,
    @ResponseLinks() links: Links,
  ) {
    const setting = await this.settings.update(access, uid, body.toInput());
    return presentExportSetting(links, access.assetUid, setting);
  }

  @Endpoint('PUT :setting', { summary: 'Replace saved export settings', returns: ExportSettingDto })
  @Requires('manage_asset', WRITERS)
  @ApiBadRequestResponse(VALIDATION_ERRORS)
  @ApiForbiddenResponse(MAY_NOT_MANAGE)
  async replaceExportSetting(
    access: AssetAccess<'manage_asset'>,
    @Param('setting') uid: string,
    @Body() body: WriteExportSettingDto,
    @ResponseLinks() links: Links,
  ) {
    const setting = await this.settings.update(access, uid, body.toInput());
    return presentExportSetting(links, access.assetUid, setting);
  }

  @Endpoint('DELETE :setting', {
    summary: 'Delete saved export settings',
    returns: { description: 'Deleted.' },
  })
  @Requires('manage_asset', WRITERS)
  @ApiForbiddenResponse(MAY_NOT_MANAGE)
  async deleteExportSetting(access: AssetAccess<'manage_asset'>, @Param('setting') uid: string) {
    await this.settings.remove(access, uid);
  }

  @Endpoint('GET :setting/data.csv', {
    summary: 'Download submissions as CSV with saved settings',
    description: 'Streams the submissions that the caller may view.',
    returns: { schema: { type: 'string' } },
  })
  @Priority('low')
  @AdmitBySize()
  @Requires('view_submissions')
  @ApiProduces('text/csv')
  @ApiBadRequestResponse(NOT_EXPORTABLE)
  async downloadExportSettingAsCsv(
    access: AssetAccess<'view_submissions'>,
    @Param('setting') uid: string,
    @Query() dialect: CsvDialectDto,
    @ResponseLinks() links: Links,
  ) {
    const request = { ...dialect.toRequest(), type: 'csv' };
    return presentSynchronousExport(await this.settings.exportWith(access, uid, request, links.origin));
  }

  @Endpoint('GET :setting/data.xlsx', {
    summary: 'Download submissions as XLSX with saved settings',
    description: 'Streams the submissions that the caller may view.',
    returns: { schema: { type: 'string', format: 'binary' } },
  })
  @Priority('low')
  @AdmitBySize()
  @Requires('view_submissions')
  @ApiProduces('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  @ApiBadRequestResponse(NOT_EXPORTABLE)
  async downloadExportSettingAsXlsx(
    access: AssetAccess<'view_submissions'>,
    @Param('setting') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentSynchronousExport(
      await this.settings.exportWith(access, uid, { type: 'xls' }, links.origin),
    );
  }
}

/** Synchronous export with default options; CSV is served by the submission stream. */
@ApiTags('Exports')
@ApiNotFoundResponse({ description: 'The asset does not exist, or the caller may not view submissions.' })
@Controller('api/v2/assets/:uid')
export class ExportDataController {
  constructor(private readonly settings: ExportSettingService) {}

  @Endpoint('GET data.xlsx', {
    summary: 'Download submissions as XLSX',
    description: 'Streams a workbook of the submissions that the caller may view, with default options.',
    returns: { schema: { type: 'string', format: 'binary' } },
    fails: { 400: 'The asset was never deployed.' },
  })
  @Priority('low')
  @AdmitBySize()
  @Requires('view_submissions')
  @ApiProduces('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  async downloadSubmissionsAsXlsx(access: AssetAccess<'view_submissions'>, @ResponseLinks() links: Links) {
    return presentSynchronousExport(await this.settings.exportWithDefaults(access, 'xls', links.origin));
  }

  @Endpoint('GET data.kml', {
    summary: 'Download submissions as KML',
    description: 'Streams a placemark per location of the submissions that the caller may view.',
    returns: { schema: { type: 'string' } },
    fails: { 400: 'The asset was never deployed.' },
  })
  @Priority('low')
  @AdmitBySize()
  @Requires('view_submissions')
  @ApiProduces('application/vnd.google-earth.kml+xml')
  async downloadSubmissionsAsKml(access: AssetAccess<'view_submissions'>, @ResponseLinks() links: Links) {
    return presentSynchronousExport(await this.settings.exportWithDefaults(access, 'kml', links.origin));
  }
}
