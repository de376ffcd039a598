import { Body, Controller, Param, Query } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiFoundResponse,
  ApiNotFoundResponse,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import type { UploadedFile, RangeRequest } from '../../domain/file/staged-file';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { AcceptsFile } from '../../http/body/body-reader';
import { SentFile } from '../../http/body/uploaded-file';
import { Endpoint } from '../../http/endpoint';
import { ANY_TYPE } from '../../http/negotiation/request';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { created } from '../../http/reply';
import { fileContentResponse, RangeHeaders, ReadsRemote } from '../../http/streaming/file-response';
import { type Links, ResponseLinks } from '../../http/url/links';
import { presentAssetFile, presentWarnings } from './asset-file.presenter';
import { AssetFileService } from './asset-file.service';
import { AddedFileDto, AssetFileDto, CreateAssetFileDto, ListAssetFilesDto } from './asset-file.dto';

const MEGABYTE = 1024 * 1024;
/** 20 MB in base64; larger files need a binary part. */
const LIMITS = { maxBytes: 'upload', text: 28 * MEGABYTE } as const;

@ApiTags('Files')
@ApiNotFoundResponse({ description: 'The asset or file does not exist or is not visible to the caller.' })
@Controller('api/v2/assets/:uid/files')
export class AssetFileController {
  constructor(private readonly files: AssetFileService) {}

  @Endpoint('GET', { summary: 'List the files of an asset', description: 'Oldest first.' })
  @Requires('view_asset')
  async listAssetFiles(
    access: AssetAccess<'view_asset'>,
    @Query() { file_type: fileType }: ListAssetFilesDto,
    @PaginatedList(AssetFileDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.files.list(access, fileType, page.window), (file) =>
      presentAssetFile(links, access.assetUid, file),
    );
  }

  @Endpoint('POST', {
    summary: 'Add a file to an asset',
    description:
      'Exactly one source: the binary part `content`, `base64Encoded`, or `redirect_url` in `metadata`.',
    returns: AddedFileDto,
    fails: {
      400: 'Validation errors by field.',
      402: 'A limit of what is stored is reached; the response names it.',
    },
  })
  @Requires('change_asset', { see: 'view_asset' })
  @AcceptsFile('content', LIMITS)
  @ApiConsumes('multipart/form-data', 'application/x-www-form-urlencoded', 'application/json')
  @ApiBody({ type: CreateAssetFileDto })
  async createAssetFile(
    access: AssetAccess<'change_asset'>,
    @CurrentActor() actor: UserActor,
    @Body() body: CreateAssetFileDto,
    @SentFile() part: UploadedFile | undefined,
    @ResponseLinks() links: Links,
  ) {
    const file = await this.files.add(actor, access, body.toInput(part));
    return created({ ...presentAssetFile(links, access.assetUid, file), ...presentWarnings(file) });
  }

  @Endpoint('GET :file', { summary: 'Get a file of an asset', returns: AssetFileDto })
  @Requires('view_asset')
  async getAssetFile(
    access: AssetAccess<'view_asset'>,
    @Param('file') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentAssetFile(links, access.assetUid, await this.files.show(access, uid));
  }

  @Endpoint('DELETE :file', {
    summary: 'Delete a file of an asset',
    returns: { description: 'The file is deleted.' },
  })
  @Requires('change_asset', { see: 'view_asset' })
  async deleteAssetFile(
    access: AssetAccess<'change_asset'>,
    @CurrentActor() actor: UserActor,
    @Param('file') uid: string,
  ) {
    await this.files.remove(actor, access, uid);
  }

  @Endpoint('GET :file/content', {
    summary: 'Download a file of an asset',
    description: 'Supports Range requests with a single range.',
    returns: { schema: { type: 'string', format: 'binary' } },
  })
  @Requires('view_asset')
  @ApiProduces(ANY_TYPE)
  @ApiFoundResponse({ description: 'The file is remote; `Location` is its URL.' })
  async downloadAssetFile(
    access: AssetAccess<'view_asset'>,
    @Param('file') uid: string,
    @RangeHeaders() range: RangeRequest,
    @ReadsRemote() readsRemote: boolean,
  ) {
    return fileContentResponse(await this.files.content(access, uid, range, readsRemote));
  }
}
