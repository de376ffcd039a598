import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiFoundResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import type { AskedPart } from '../../domain/file/file-part';
import type { UploadedFile } from '../../domain/file/uploaded-file';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { TakesFile } from '../../http/body/body-declaration';
import { SentFile } from '../../http/body/uploaded-file';
import { ANY_TYPE } from '../../http/negotiation/accept.guard';
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import { created } from '../../http/reply';
import { AskedRange } from '../../http/streaming/asked-range';
import { contentAnswer } from '../../http/streaming/file-answer';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { presentAssetFile } from './asset-file.presenter';
import { AssetFileService } from './asset-file.service';
import { AssetFileDto, CreateAssetFileDto, ListAssetFilesDto } from './dto/asset-file.dto';

const MEGABYTE = 1024 * 1024;
/** 20 MB in base64; what is larger comes as a binary part. */
const LIMITS = { maxBytes: 'upload', text: 28 * MEGABYTE } as const;

@ApiTags('Files')
@ApiNotFoundResponse({ description: 'There is no such asset or file, or the caller may not see it.' })
@Controller('api/v2/assets/:uid/files')
export class AssetFileController {
  constructor(private readonly files: AssetFileService) {}

  @Get()
  @Requires('view_asset')
  @ApiOperation({ summary: 'The files that go out with the form, oldest first' })
  async list(
    access: AssetAccess<'view_asset'>,
    @Query() { file_type: fileType }: ListAssetFilesDto,
    @PageOf(AssetFileDto) page: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    return presentPage(page, await this.files.list(access, fileType, page.window), (file) =>
      presentAssetFile(links, access.assetUid, file),
    );
  }

  @Post()
  @Requires('change_asset', { see: 'view_asset' })
  @TakesFile('content', LIMITS)
  @ApiOperation({ summary: 'Adds a file: a binary part, base64, or a link to a remote one' })
  @ApiConsumes('multipart/form-data', 'application/x-www-form-urlencoded', 'application/json')
  @ApiBody({ type: CreateAssetFileDto })
  @ApiCreatedResponse({ type: AssetFileDto })
  @ApiBadRequestResponse({ description: 'A sentence on the field that does not hold.' })
  async add(
    access: AssetAccess<'change_asset'>,
    @CurrentActor() actor: UserActor,
    @Body() body: CreateAssetFileDto,
    @SentFile() part: UploadedFile | undefined,
    @AnswerLinks() links: Links,
  ) {
    const file = await this.files.add(actor, access, body.toInput(part));
    return created(presentAssetFile(links, access.assetUid, file));
  }

  @Get(':file')
  @Requires('view_asset')
  @ApiOperation({ summary: 'One file' })
  @ApiOkResponse({ type: AssetFileDto })
  async show(access: AssetAccess<'view_asset'>, @Param('file') uid: string, @AnswerLinks() links: Links) {
    return presentAssetFile(links, access.assetUid, await this.files.show(access, uid));
  }

  @Delete(':file')
  @HttpCode(204)
  @Requires('change_asset', { see: 'view_asset' })
  @ApiOperation({ summary: 'Removes a file; its name is free again' })
  @ApiNoContentResponse({ description: 'It is gone.' })
  async remove(
    access: AssetAccess<'change_asset'>,
    @CurrentActor() actor: UserActor,
    @Param('file') uid: string,
  ) {
    await this.files.remove(actor, access, uid);
  }

  @Get(':file/content')
  @Requires('view_asset')
  @ApiOperation({ summary: 'The bytes of a file, or the part of them that Range asks for' })
  @ApiProduces(ANY_TYPE)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiFoundResponse({ description: 'The file is a remote one; `Location` is where.' })
  async content(
    access: AssetAccess<'view_asset'>,
    @Param('file') uid: string,
    @AskedRange() asked: AskedPart,
  ) {
    return contentAnswer(await this.files.content(access, uid, asked));
  }
}
