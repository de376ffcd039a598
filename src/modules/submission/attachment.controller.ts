import { Controller, Get, Param, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProduces,
  ApiQuery,
  ApiTags,
} from '@nestjs/swagger';
import { Requires } from '../../authorization/policy';
import type { AskedPart } from '../../domain/file/file-part';
import { IMAGE_SIZES, type ImageSize } from '../../domain/file/image-size';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { ANY_TYPE } from '../../http/negotiation/accept.guard';
import { AskedRange } from '../../http/streaming/asked-range';
import { AttachmentService } from './attachment.service';
import { ImageSizePipe } from './image-size.pipe';
import { presentAttachment } from './submission.presenter';

const FILE = { schema: { type: 'string', format: 'binary' } } as const;
const MP3 = 'audio/mpeg';
const NO_MP3 = { description: 'The file is no MP3: recordings are given as they came.' } as const;
const XPATH = {
  name: 'xpath',
  type: String,
  required: false,
  description: 'Path of the question, with the positions of repeats.',
  example: 'household/member[2]/photo',
} as const;

/** The files that came with a submission: by their names, or by the questions that they answer. */
@ApiTags('Data')
@ApiNotFoundResponse({ description: 'There is no such thing, or the caller may not see it.' })
@Controller('api/v2/assets/:uid/data/:id')
export class AttachmentController {
  constructor(private readonly attachments: AttachmentService) {}

  @Get('attachments')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'The file that answers a question' })
  @ApiQuery(XPATH)
  @ApiProduces(ANY_TYPE)
  @ApiOkResponse(FILE)
  @ApiBadRequestResponse({ description: 'There is no `xpath`, it is none, or it leads nowhere.' })
  async answer(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @Query('xpath') xpath: string | undefined,
    @AskedRange() asked: AskedPart,
  ) {
    return presentAttachment(await this.attachments.open(access, id, { xpath }, asked));
  }

  @Get('attachments.mp3')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'The MP3 that answers a question' })
  @ApiQuery(XPATH)
  @ApiProduces(MP3)
  @ApiOkResponse(FILE)
  @ApiBadRequestResponse(NO_MP3)
  async answerAsMp3(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @Query('xpath') xpath: string | undefined,
    @AskedRange() asked: AskedPart,
  ) {
    return presentAttachment(await this.attachments.openAsMp3(access, id, { xpath }, asked));
  }

  @Get('attachments/:attachment.mp3')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'An MP3 that came with a submission' })
  @ApiProduces(MP3)
  @ApiOkResponse(FILE)
  @ApiBadRequestResponse(NO_MP3)
  async fileAsMp3(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @Param('attachment') uid: string,
    @AskedRange() asked: AskedPart,
  ) {
    return presentAttachment(await this.attachments.openAsMp3(access, id, { uid }, asked));
  }

  @Get('attachments/:attachment')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'A file that came with a submission' })
  @ApiProduces(ANY_TYPE)
  @ApiOkResponse(FILE)
  async file(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @Param('attachment') uid: string,
    @AskedRange() asked: AskedPart,
  ) {
    return presentAttachment(await this.attachments.open(access, id, { uid }, asked));
  }

  @Get('attachments/:attachment/:size')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'An image made smaller; any other file as it is' })
  @ApiParam({ name: 'size', enum: Object.keys(IMAGE_SIZES) })
  @ApiProduces(ANY_TYPE)
  @ApiOkResponse(FILE)
  @ApiBadRequestResponse({ description: 'The image has too many pixels to be made smaller.' })
  async image(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @Param('attachment') uid: string,
    @Param('size', ImageSizePipe) size: ImageSize,
    @AskedRange() asked: AskedPart,
  ) {
    return presentAttachment(await this.attachments.open(access, id, { uid }, asked, size));
  }
}
