import { Controller, Get, Head, Param, Query } from '@nestjs/common';
import {
  ApiFoundResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiPropertyOptional,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import { AccessInService, CurrentActor, Public, Priority, Requires } from '../authorization/policy';
import type { Actor } from '../domain/account/actor';
import type { RangeRequest } from '../domain/file/staged-file';
import { OptionalText } from '../http/validation/field';
import { Endpoint } from '../http/endpoint';
import { NOT_MODIFIED } from '../http/reply';
import { ResponseCache } from '../http/response-cache/response-cache';
import { ANY_TYPE } from '../http/negotiation/request';
import { RangeHeaders, ReadsRemote } from '../http/streaming/file-response';
import { CollectorBase, DetectedFormat, AcceptsSubmissions, XML_CONTENT } from './openrosa-request';
import { CollectorService } from './collector.service';
import {
  presentForm,
  formListBody,
  presentFormList,
  presentFormMedia,
  presentFormListHead,
  presentManifest,
  presentSubmissionHead,
  presentReceipt,
  type SubmissionFormat,
} from './openrosa.presenter';
import { type IncomingForm, UnreadForm } from '../http/body/read-multipart-form';
import type { AssetAccess } from '../domain/permission/asset-access';
import { FormFiles } from './form-files';

class EntityIdsDto {
  @OptionalText()
  @ApiPropertyOptional({
    description:
      'Entries of a list, separated by commas. The `integrityUrl` of the list says which of them are deleted.',
  })
  id?: string;
}

@ApiTags('OpenRosa')
@ApiProduces('text/xml')
@Controller('collector/:link')
export class CollectorController {
  constructor(
    private readonly collectors: CollectorService,
    private readonly responses: ResponseCache,
  ) {}

  @Head('formList')
  @Public()
  @ApiOperation({
    summary: 'Check that the form list of a collector link exists',
  })
  @ApiNoContentResponse()
  checkCollectorFormList() {
    return presentFormListHead();
  }

  @Endpoint('GET formList', {
    summary: 'List the form of a collector link',
    description: 'Empty if the link does not exist.',
  })
  @Public()
  @ApiOkResponse(XML_CONTENT)
  @ApiResponse(NOT_MODIFIED)
  async listCollectorForms(
    @CurrentActor() actor: Actor,
    @CollectorBase() base: string,
    @Param('link') key: string,
    @Query('formID') formId: string | undefined,
  ) {
    const forms = await this.collectors.list(actor, key, formId);
    return presentFormList(await this.responses.get(forms, [base], (listed) => formListBody(base, listed)));
  }

  @Endpoint('GET forms/:form/form.xml', { summary: 'Get the XForm of a collector link' })
  @AccessInService('add_submissions')
  @ApiOkResponse(XML_CONTENT)
  async getCollectorForm(
    @CurrentActor() actor: Actor,
    @Param('link') key: string,
    @Param('form') uid: string,
  ) {
    return presentForm(await this.collectors.form(actor, key, uid));
  }

  @Endpoint('GET xformsManifest/:form', { summary: 'List the media files of the form of a collector link' })
  @AccessInService('add_submissions')
  @ApiOkResponse(XML_CONTENT)
  async listCollectorMedia(
    @CurrentActor() actor: Actor,
    @CollectorBase() base: string,
    @Param('link') key: string,
    @Param('form') uid: string,
  ) {
    return presentManifest(base, uid, await this.collectors.media(actor, key, uid));
  }

  @Endpoint('GET xformsMedia/:form/:file', {
    summary: 'Download a media file of the form of a collector link',
    description: 'The uid may be followed by a file extension.',
    returns: { schema: { type: 'string', format: 'binary' } },
  })
  @AccessInService('add_submissions')
  @ApiProduces(ANY_TYPE)
  @ApiFoundResponse({ description: 'The file is remote; `Location` has its URL.' })
  async getCollectorMedia(
    @CurrentActor() actor: Actor,
    @Param('link') key: string,
    @Param('form') uid: string,
    @Param('file') file: string,
    @RangeHeaders() range: RangeRequest,
    @ReadsRemote() readsRemote: boolean,
    @Query() { id: ids }: EntityIdsDto,
  ) {
    return presentFormMedia(await this.collectors.file(actor, key, { uid, file, range, readsRemote, ids }));
  }

  @Head('submission')
  @Priority('immediate')
  @Public()
  @ApiOperation({
    summary: 'Check that submissions are accepted',
    description: 'The headers give the maximum size.',
  })
  @ApiNoContentResponse()
  checkCollectorSubmission(@CollectorBase() base: string) {
    return presentSubmissionHead(`${base}/submission`);
  }

  @Endpoint('POST submission', { summary: 'Create an anonymous submission with its files' })
  @AcceptsSubmissions()
  async submitToCollector(
    @CurrentActor() actor: Actor,
    @CollectorBase() base: string,
    @Param('link') key: string,
    @UnreadForm() form: IncomingForm,
    @DetectedFormat() format: SubmissionFormat,
  ) {
    return presentReceipt(`${base}/submission`, await this.collectors.submit(actor, key, form), format);
  }
}

@ApiTags('OpenRosa')
@Controller()
export class FormMediaController {
  constructor(private readonly files: FormFiles) {}

  @Get(['xformsManifest/:uid', ':username/xformsManifest/:uid'])
  @Requires('add_submissions', { family: 'openrosa' })
  @ApiProduces('text/xml')
  @ApiOperation({ summary: 'List the media files of a form' })
  @ApiOkResponse({ schema: { type: 'string' } })
  async listFormMedia(access: AssetAccess<'add_submissions'>, @CollectorBase() base: string) {
    return presentManifest(base, access.assetUid, await this.files.manifestOf(access));
  }

  @Get(['xformsMedia/:uid/:file', ':username/xformsMedia/:uid/:file'])
  @Requires('add_submissions', { family: 'openrosa' })
  @ApiProduces(ANY_TYPE)
  @ApiOperation({
    summary: 'Download a media file of a form',
    description: 'The uid may be followed by a file extension.',
  })
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiFoundResponse({ description: 'The file is remote; `Location` has its URL.' })
  async getFormMedia(
    access: AssetAccess<'add_submissions'>,
    @Param('file') file: string,
    @RangeHeaders() range: RangeRequest,
    @ReadsRemote() readsRemote: boolean,
    @Query() { id: ids }: EntityIdsDto,
  ) {
    return presentFormMedia(await this.files.content(access, file, { range, readsRemote, ids }));
  }
}
