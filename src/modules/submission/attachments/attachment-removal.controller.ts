import { Body, Controller, Param } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiForbiddenResponse,
  ApiNotFoundResponse,
  ApiTags,
  ApiProperty,
  ApiPropertyOptional,
} from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../../authorization/policy';
import type { Actor } from '../../../domain/account/actor';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { IgnoresBody } from '../../../http/body/body-reader';
import { Endpoint } from '../../../http/endpoint';
import { AttachmentRemovalService } from './attachment-removal.service';
import { presentRemovedAttachments, presentExpectedFile } from './attachment.presenter';
import {
  type AttachmentSelection,
  readAttachmentSelection,
} from '../../../domain/submission/attachment-matching';
import { ParsedBy } from '../../../http/validation/field';
import { PaginatedList } from '../../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../../http/url/links';
import { ExpectedFileService } from './expected-file.service';

const unparsed = (value: unknown): unknown => value;

class AttachmentSelectionDto {
  @ParsedBy(unparsed)
  @ApiPropertyOptional({
    type: [String],
    description: 'Root uuids of the submissions that lose all their attachments, without `uuid:`.',
    example: ['3f15cdfe-3eab-4678-8352-7806febf158d'],
  })
  submission_root_uuids?: unknown;

  @ParsedBy(unparsed)
  @ApiPropertyOptional({
    type: String,
    description: 'Uid of the only attachment to delete.',
    example: 'attWNZNwhXK6HDYVkZJSn9jy',
  })
  attachment_uid?: unknown;

  toInput(): AttachmentSelection {
    return readAttachmentSelection(this);
  }
}

class RemovedAttachmentsDto {
  @ApiProperty({ example: '3 attachments deleted' }) message!: string;
}

const STATES = ['received', 'missing', 'removed'] as const;

class ExpectedFileDto {
  @ApiProperty({ example: 'household/member[1]/photo' }) question_xpath!: string;
  @ApiProperty({ example: 'asha.jpg', description: 'File name in the answer.' }) media_file_basename!: string;
  @ApiProperty({
    enum: STATES,
    description: '`missing`: not received yet. `removed`: received, then deleted.',
  })
  state!: (typeof STATES)[number];
  @ApiProperty({ type: String, nullable: true, example: 'attWNZNwhXK6HDYVkZJSn9jy' }) uid!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null if missing or removed.',
    example:
      'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/data/1234/attachments/attWNZNwhXK6HDYVkZJSn9jy/',
  })
  download_url!: string | null;
}

const SEE = { see: 'view_submissions' } as const;

@ApiTags('Data')
@ApiForbiddenResponse({
  description: 'The caller may view the submissions, but may not change all of them.',
})
@ApiNotFoundResponse({ description: 'The asset does not exist, or the caller may not view its submissions.' })
@Controller('api/v2/assets/:uid/attachments')
export class AttachmentRemovalController {
  constructor(private readonly removal: AttachmentRemovalService) {}

  @Endpoint('DELETE bulk', {
    summary: 'Delete all attachments of many submissions',
    description: 'Deletes permanently, all or none. The answers stay.',
    status: 202,
    returns: RemovedAttachmentsDto,
    fails: { 400: 'The selection is empty, or contains a submission of another asset.' },
  })
  @Requires('change_submissions', SEE)
  async bulkDeleteAttachments(
    access: AssetAccess<'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() body: AttachmentSelectionDto,
  ) {
    return presentRemovedAttachments(await this.removal.remove(actor, access, body.toInput()));
  }

  @Endpoint('DELETE :attachment', {
    summary: 'Delete an attachment',
    description:
      'Deletes permanently. The submission continues to list the attachment, with `is_deleted` true.',
    returns: { description: 'The attachment is deleted.' },
    fails: { 400: 'The asset has no such attachment, or it is already deleted.' },
  })
  @IgnoresBody()
  @Requires('change_submissions', SEE)
  async deleteAttachment(
    access: AssetAccess<'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('attachment') uid: string,
  ) {
    await this.removal.remove(actor, access, { kind: 'one', uid });
  }
}

@ApiTags('Data')
@ApiBadRequestResponse({ description: 'The asset was never deployed.' })
@ApiNotFoundResponse({ description: 'The submission does not exist, or the caller may not view it.' })
@Controller('api/v2/assets/:uid/data/:id/files')
export class ExpectedFileController {
  constructor(private readonly files: ExpectedFileService) {}

  @Endpoint('GET', {
    summary: 'List the expected files of a submission',
    description: 'Files that answers refer to: received, missing or removed.',
  })
  @Requires('view_submissions')
  async listExpectedFiles(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @PaginatedList(ExpectedFileDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.files.list(access, id, page.window), (file) =>
      presentExpectedFile(links, access.assetUid, file),
    );
  }
}
