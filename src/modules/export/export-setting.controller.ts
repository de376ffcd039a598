import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put } from '@nestjs/common';
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
import { Requires } from '../../authorization/policy';
import { ServedLast } from '../../authorization/served';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import { created } from '../../http/reply';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { ChangeExportSettingDto, ExportSettingDto, WriteExportSettingDto } from './dto/export-setting.dto';
import { presentExportSetting, presentImmediateExport } from './export-setting.presenter';
import { ExportSettingService } from './export-setting.service';

const WRITERS = { see: 'view_submissions' } as const;
const REFUSED = { description: 'Sentences on each field that does not hold.' };

@ApiTags('Exports')
@ApiNotFoundResponse({
  description: 'There are no such settings, or no submissions that the caller may see.',
})
@Controller('api/v2/assets/:uid/export-settings')
export class ExportSettingController {
  constructor(private readonly settings: ExportSettingService) {}

  @Get()
  @Requires('view_submissions')
  @ApiOperation({ summary: 'Kept settings of exports, those changed last first' })
  async list(
    access: AssetAccess<'view_submissions'>,
    @PageOf(ExportSettingDto) page: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    return presentPage(page, await this.settings.list(access, page.window), (setting) =>
      presentExportSetting(links, access.assetUid, setting),
    );
  }

  @Post()
  @Requires('manage_asset', WRITERS)
  @ApiOperation({ summary: 'Keeps settings' })
  @ApiCreatedResponse({ type: ExportSettingDto })
  @ApiBadRequestResponse(REFUSED)
  @ApiForbiddenResponse({ description: 'The caller sees submissions, and does not manage the project.' })
  async keep(
    access: AssetAccess<'manage_asset'>,
    @Body() body: WriteExportSettingDto,
    @AnswerLinks() links: Links,
  ) {
    return created(
      presentExportSetting(links, access.assetUid, await this.settings.keep(access, body.toInput())),
    );
  }

  @Get(':setting')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'Kept settings' })
  @ApiOkResponse({ type: ExportSettingDto })
  async show(
    access: AssetAccess<'view_submissions'>,
    @Param('setting') uid: string,
    @AnswerLinks() links: Links,
  ) {
    return presentExportSetting(links, access.assetUid, await this.settings.show(access, uid));
  }

  @Patch(':setting')
  @Requires('manage_asset', WRITERS)
  @ApiOperation({ summary: 'Changes kept settings; what is absent stays' })
  @ApiOkResponse({ type: ExportSettingDto })
  @ApiBadRequestResponse(REFUSED)
  @ApiForbiddenResponse({ description: 'The caller sees submissions, and does not manage the project.' })
  async change(
    access: AssetAccess<'manage_asset'>,
    @Param('setting') uid: string,
    @Body() body: ChangeExportSettingDto,
    @AnswerLinks() links: Links,
  ) {
    const setting = await this.settings.change(access, uid, body.toInput());
    return presentExportSetting(links, access.assetUid, setting);
  }

  @Put(':setting')
  @Requires('manage_asset', WRITERS)
  @ApiOperation({ summary: 'Replaces kept settings' })
  @ApiOkResponse({ type: ExportSettingDto })
  @ApiBadRequestResponse(REFUSED)
  @ApiForbiddenResponse({ description: 'The caller sees submissions, and does not manage the project.' })
  async replace(
    access: AssetAccess<'manage_asset'>,
    @Param('setting') uid: string,
    @Body() body: WriteExportSettingDto,
    @AnswerLinks() links: Links,
  ) {
    const setting = await this.settings.change(access, uid, body.toInput());
    return presentExportSetting(links, access.assetUid, setting);
  }

  @Delete(':setting')
  @HttpCode(204)
  @Requires('manage_asset', WRITERS)
  @ApiOperation({ summary: 'Removes kept settings' })
  @ApiNoContentResponse({ description: 'They are gone.' })
  @ApiForbiddenResponse({ description: 'The caller sees submissions, and does not manage the project.' })
  async remove(access: AssetAccess<'manage_asset'>, @Param('setting') uid: string) {
    await this.settings.remove(access, uid);
  }

  @Get(':setting/data.csv')
  @ServedLast()
  @Requires('view_submissions')
  @ApiOperation({ summary: 'The submissions that the caller may see as CSV, made while it is sent' })
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiBadRequestResponse({ description: 'The asset was never deployed, or the kept filter is not taken.' })
  async csv(
    access: AssetAccess<'view_submissions'>,
    @Param('setting') uid: string,
    @AnswerLinks() links: Links,
  ) {
    return presentImmediateExport(await this.settings.data(access, uid, 'csv', links.origin));
  }

  @Get(':setting/data.xlsx')
  @ServedLast()
  @Requires('view_submissions')
  @ApiOperation({ summary: 'The submissions that the caller may see as a workbook, made while it is sent' })
  @ApiProduces('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiBadRequestResponse({ description: 'The asset was never deployed, or the kept filter is not taken.' })
  async workbook(
    access: AssetAccess<'view_submissions'>,
    @Param('setting') uid: string,
    @AnswerLinks() links: Links,
  ) {
    return presentImmediateExport(await this.settings.data(access, uid, 'xls', links.origin));
  }
}
