import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiForbiddenResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { Requires, Priority } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
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

  @Get()
  @Requires('view_submissions')
  @ApiOperation({ summary: 'List saved export settings', description: 'Last modified first.' })
  async listExportSettings(
    access: AssetAccess<'view_submissions'>,
    @PaginatedList(ExportSettingDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.settings.list(access, page.window), (setting) =>
      presentExportSetting(links, access.assetUid, setting),
    );
  }

  @Post()
  @Requires('manage_asset', WRITERS)
  @ApiOperation({ summary: 'Save export settings' })
  @ApiCreatedResponse({ type: ExportSettingDto })
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

  @Get(':setting')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'Get saved export settings' })
  @ApiOkResponse({ type: ExportSettingDto })
  async getExportSetting(
    access: AssetAccess<'view_submissions'>,
    @Param('setting') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentExportSetting(links, access.assetUid, await this.settings.show(access, uid));
  }

  @Patch(':setting')
  @Requires('manage_asset', WRITERS)
  @ApiOperation({ summary: 'Update saved export settings', description: 'Absent fields stay unchanged.' })
  @ApiOkResponse({ type: ExportSettingDto })
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

  @Put(':setting')
  @Requires('manage_asset', WRITERS)
  @ApiOperation({ summary: 'Replace saved export settings' })
  @ApiOkResponse({ type: ExportSettingDto })
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

  @Delete(':setting')
  @HttpCode(204)
  @Requires('manage_asset', WRITERS)
  @ApiOperation({ summary: 'Delete saved export settings' })
  @ApiNoContentResponse({ description: 'Deleted.' })
  @ApiForbiddenResponse(MAY_NOT_MANAGE)
  async deleteExportSetting(access: AssetAccess<'manage_asset'>, @Param('setting') uid: string) {
    await this.settings.remove(access, uid);
  }

  @Get(':setting/data.csv')
  @Priority('low')
  @Requires('view_submissions')
  @ApiOperation({
    summary: 'Download submissions as CSV with saved settings',
    description: 'Streams the submissions that the caller may view.',
  })
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
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

  @Get(':setting/data.xlsx')
  @Priority('low')
  @Requires('view_submissions')
  @ApiOperation({
    summary: 'Download submissions as XLSX with saved settings',
    description: 'Streams the submissions that the caller may view.',
  })
  @ApiProduces('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
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
