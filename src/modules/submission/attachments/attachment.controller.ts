import { Controller, Param, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiParam,
  ApiProduces,
  ApiQuery,
  ApiTags,
} from '@nestjs/swagger';
import { Requires, Priority } from '../../../authorization/policy';
import {
  IMAGE_SIZES,
  type ImageSize,
  isImageSize,
  type RangeRequest,
} from '../../../domain/file/staged-file';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { Endpoint } from '../../../http/endpoint';
import { ANY_TYPE } from '../../../http/negotiation/request';
import { RangeHeaders } from '../../../http/streaming/file-response';
import { KnownSegment } from '../../../http/validation/link-to';
import { AttachmentService, AttachmentArchiveService } from './attachment.service';
import { presentAttachment, presentArchive, presentAuditTable } from './attachment.presenter';
import { CsvStreamQueryDto } from '../stream/stream.dto';

const FILE = { schema: { type: 'string', format: 'binary' } } as const;
const MP3 = 'audio/mpeg';
const NOT_MP3 = { description: 'The attachment is not an MP3. Recordings are not converted.' } as const;
const XPATH = {
  name: 'xpath',
  type: String,
  required: false,
  description: 'Path of the survey question, with the positions of repeats.',
  example: 'household/member[2]/photo',
} as const;

const KnownSize = KnownSegment((size) => (isImageSize(size) ? size : undefined));

@ApiTags('Data')
@ApiNotFoundResponse({ description: 'The attachment does not exist, or the caller may not view it.' })
@Controller('api/v2/assets/:uid/data/:id')
export class AttachmentController {
  constructor(private readonly attachments: AttachmentService) {}

  @Endpoint('GET attachments', {
    summary: 'Download the attachment that answers a survey question',
    fails: { 400: '`xpath` is missing, malformed, or not in the submission.' },
  })
  @Requires('view_submissions')
  @ApiQuery(XPATH)
  @ApiProduces(ANY_TYPE)
  @ApiOkResponse(FILE)
  async getAttachmentByXpath(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @Query('xpath') xpath: string | undefined,
    @RangeHeaders() range: RangeRequest,
  ) {
    return presentAttachment(await this.attachments.open(access, id, { xpath }, range));
  }

  @Endpoint('GET attachments.mp3', { summary: 'Download the MP3 recording that answers a survey question' })
  @Requires('view_submissions')
  @ApiQuery(XPATH)
  @ApiProduces(MP3)
  @ApiOkResponse(FILE)
  @ApiBadRequestResponse(NOT_MP3)
  async getMp3AttachmentByXpath(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @Query('xpath') xpath: string | undefined,
    @RangeHeaders() range: RangeRequest,
  ) {
    return presentAttachment(await this.attachments.openAsMp3(access, id, { xpath }, range));
  }

  @Endpoint('GET attachments/:attachment.mp3', { summary: 'Download an MP3 attachment' })
  @Requires('view_submissions')
  @ApiProduces(MP3)
  @ApiOkResponse(FILE)
  @ApiBadRequestResponse(NOT_MP3)
  async getMp3Attachment(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @Param('attachment') uid: string,
    @RangeHeaders() range: RangeRequest,
  ) {
    return presentAttachment(await this.attachments.openAsMp3(access, id, { uid }, range));
  }

  @Endpoint('GET attachments/:attachment', { summary: 'Download an attachment' })
  @Requires('view_submissions')
  @ApiProduces(ANY_TYPE)
  @ApiOkResponse(FILE)
  async getAttachment(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @Param('attachment') uid: string,
    @RangeHeaders() range: RangeRequest,
  ) {
    return presentAttachment(await this.attachments.open(access, id, { uid }, range));
  }

  @Endpoint('GET attachments/:attachment/:size', {
    summary: 'Download an image attachment in a given size',
    description: 'Other files are returned unchanged.',
    fails: { 400: 'The image has too many pixels to be resized.' },
  })
  @Requires('view_submissions')
  @ApiParam({ name: 'size', enum: Object.keys(IMAGE_SIZES) })
  @ApiProduces(ANY_TYPE)
  @ApiOkResponse(FILE)
  async getResizedAttachment(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @Param('attachment') uid: string,
    @Param('size', KnownSize) size: ImageSize,
    @RangeHeaders() range: RangeRequest,
  ) {
    return presentAttachment(await this.attachments.open(access, id, { uid }, range, size));
  }
}

@ApiTags('Data')
@Controller('api/v2/assets/:uid')
export class AttachmentArchiveController {
  constructor(private readonly archives: AttachmentArchiveService) {}

  @Endpoint('GET data.zip', {
    summary: 'Download all attachments as ZIP',
    description:
      'Streams the attachments of the submissions that the caller may view, in one folder per submission, named by its root uuid.',
    returns: { schema: { type: 'string', format: 'binary' } },
    fails: { 400: 'The asset was never deployed.' },
  })
  @Priority('low')
  @Requires('view_submissions')
  @ApiProduces('application/zip')
  async downloadAttachments(access: AssetAccess<'view_submissions'>) {
    return presentArchive(access.assetUid, await this.archives.zip(access));
  }

  @Endpoint('GET audit.csv', {
    summary: 'Download all audit logs as CSV',
    description:
      'Streams the rows of the `audit.csv` of the submissions that the caller may view, each with the `_id` and `_uuid` of its submission, ordered by `_id`. Columns are the same for all forms; `other` has JSON of further columns of a file.',
    returns: { schema: { type: 'string' } },
    fails: { 400: 'The asset was never deployed, or a parameter is not valid.' },
  })
  @Priority('low')
  @Requires('view_submissions')
  @ApiProduces('text/csv')
  async downloadAuditLogs(access: AssetAccess<'view_submissions'>, @Query() query: CsvStreamQueryDto) {
    return presentAuditTable(access.assetUid, await this.archives.auditTable(access, query.toCsvInput()));
  }
}
