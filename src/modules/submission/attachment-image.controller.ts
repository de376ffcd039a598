import { Controller, Get, Param } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { Requires } from '../../access/policy';
import type { AskedPart } from '../../domain/file/file-part';
import { IMAGE_SIZES, type ImageSize } from '../../domain/file/image-size';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { ANY_TYPE } from '../../http/negotiation/accept.guard';
import { AskedRange } from '../../http/streaming/asked-range';
import { ImageSizePipe } from './image-size.pipe';
import { presentAttachment } from './submission.presenter';
import { SubmissionService } from './submission.service';

/** Images of submissions in the sizes that lists and maps show. */
@ApiTags('Data')
@ApiNotFoundResponse({ description: 'There is no such thing, or the caller may not see it.' })
@Controller('api/v2/assets/:uid/data/:id/attachments/:attachment')
export class AttachmentImageController {
  constructor(private readonly submissions: SubmissionService) {}

  @Get(':size')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'An image made smaller; any other file as it is' })
  @ApiParam({ name: 'size', enum: Object.keys(IMAGE_SIZES) })
  @ApiProduces(ANY_TYPE)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiBadRequestResponse({ description: 'The image has too many pixels to be made smaller.' })
  async show(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @Param('attachment') uid: string,
    @Param('size', ImageSizePipe) size: ImageSize,
    @AskedRange() asked: AskedPart,
  ) {
    return presentAttachment(await this.submissions.attachment(access, id, uid, asked, size));
  }
}
