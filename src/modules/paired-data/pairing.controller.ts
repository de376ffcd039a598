import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import { created } from '../../http/reply';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { ChangePairingDto, CreatePairingDto, PairingDto } from './dto/pairing.dto';
import { PairedContentService } from './paired-content.service';
import { presentPairedContent, presentPairing } from './pairing.presenter';
import { PairingService } from './pairing.service';

@ApiTags('Paired data')
@ApiNotFoundResponse({ description: 'There is no such asset or pairing, or the caller may not see it.' })
@Controller('api/v2/assets/:uid/paired-data')
export class PairingController {
  constructor(
    private readonly pairings: PairingService,
    private readonly contents: PairedContentService,
  ) {}

  @Get()
  @Requires('view_asset')
  @ApiOperation({ summary: 'Answers of other assets that the form reads, oldest first' })
  async list(
    access: AssetAccess<'view_asset'>,
    @PageOf(PairingDto) page: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    return presentPage(page, await this.pairings.list(access, page.window), (pairing) =>
      presentPairing(links, access.assetUid, pairing),
    );
  }

  @Post()
  @Requires('change_asset', { see: 'view_asset' })
  @ApiOperation({ summary: 'Lets the form read the answers of an asset that shares them' })
  @ApiCreatedResponse({ type: PairingDto })
  @ApiBadRequestResponse({ description: 'A sentence on the field that does not hold.' })
  async add(
    access: AssetAccess<'change_asset'>,
    @CurrentActor() actor: UserActor,
    @Body() body: CreatePairingDto,
    @AnswerLinks() links: Links,
  ) {
    const pairing = await this.pairings.add(actor, access, body.toInput());
    return created(presentPairing(links, access.assetUid, pairing));
  }

  @Get(':pair')
  @Requires('view_asset')
  @ApiOperation({ summary: 'One pairing' })
  @ApiOkResponse({ type: PairingDto })
  async show(access: AssetAccess<'view_asset'>, @Param('pair') uid: string, @AnswerLinks() links: Links) {
    return presentPairing(links, access.assetUid, await this.pairings.show(access, uid));
  }

  @Patch(':pair')
  @Requires('change_asset', { see: 'view_asset' })
  @ApiOperation({ summary: 'Chooses other questions, or another name' })
  @ApiOkResponse({ type: PairingDto })
  @ApiBadRequestResponse({ description: 'A sentence on the field that does not hold.' })
  async change(
    access: AssetAccess<'change_asset'>,
    @CurrentActor() actor: UserActor,
    @Param('pair') uid: string,
    @Body() body: ChangePairingDto,
    @AnswerLinks() links: Links,
  ) {
    const pairing = await this.pairings.change(actor, access, uid, body.toInput());
    return presentPairing(links, access.assetUid, pairing);
  }

  @Delete(':pair')
  @HttpCode(204)
  @Requires('change_asset', { see: 'view_asset' })
  @ApiOperation({ summary: 'Ends a pairing; its name is free again' })
  @ApiNoContentResponse({ description: 'It is gone.' })
  async remove(
    access: AssetAccess<'change_asset'>,
    @CurrentActor() actor: UserActor,
    @Param('pair') uid: string,
  ) {
    await this.pairings.remove(actor, access, uid);
  }

  @Get([':pair/external', ':pair/external.xml'])
  @Requires('add_submissions')
  @ApiProduces('text/xml')
  @ApiOperation({ summary: 'The answers as XML: the questions and submissions that all sides let through' })
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiResponse({ status: 304, description: 'The caller has it already.' })
  async content(access: AssetAccess<'add_submissions'>, @Param('pair') uid: string) {
    return presentPairedContent(await this.contents.show(access, uid));
  }
}
