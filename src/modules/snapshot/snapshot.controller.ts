import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
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
import { AccessInService, CurrentActor, Public } from '../../authorization/policy';
import type { Actor, UserActor } from '../../domain/account/actor';
import { PageOf } from '../../http/pagination/page-of';
import type { AskedPage } from '../../http/pagination/present-page';
import { TakesContent } from '../../http/body/body-declaration';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { CreateSnapshotDto, SnapshotDto } from './dto/snapshot.dto';
import {
  presentMadeSnapshot,
  presentSnapshot,
  presentSnapshotPage,
  presentSnapshotXml,
} from './snapshot.presenter';
import { SnapshotService } from './snapshot.service';

/** Forms compiled to be looked at; what nobody used for 30 days is removed. */
@ApiTags('Snapshots')
@Controller('api/v2/asset_snapshots')
export class SnapshotController {
  constructor(private readonly snapshots: SnapshotService) {}

  @Get()
  @Public()
  @ApiOperation({ summary: 'The snapshots of the caller, and those of assets shared with it, newest first' })
  async list(
    @CurrentActor() actor: Actor,
    @PageOf(SnapshotDto) page: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    return presentSnapshotPage(links, page, await this.snapshots.list(actor, page.window));
  }

  @Post()
  @TakesContent()
  @AccessInService('view_asset')
  @ApiOperation({
    summary: 'Compiles an asset or a source for a preview',
    description:
      'A version is compiled once; its snapshot is used again. What nobody used for 30 days is removed.',
  })
  @ApiCreatedResponse({ type: SnapshotDto })
  @ApiBadRequestResponse({
    description: 'The form does not compile: `status` is `failure`, `error` and `detail` say where and why.',
  })
  @ApiForbiddenResponse({ description: 'There is no such asset, or the caller may not view it.' })
  async create(@CurrentActor() actor: Actor, @Body() body: CreateSnapshotDto, @AnswerLinks() links: Links) {
    return presentMadeSnapshot(links, await this.snapshots.create(actor, body.toInput()));
  }

  @Get(':snapshot.xml')
  @Public()
  @ApiOperation({ summary: 'The XForm of a snapshot, for everybody who knows its uid' })
  @ApiProduces('application/xml')
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiNotFoundResponse({ description: 'There is no such snapshot.' })
  async xml(@Param('snapshot') uid: string) {
    return presentSnapshotXml(await this.snapshots.xml(uid));
  }

  @Get(':snapshot/xml_with_disclaimer')
  @Public()
  @ApiOperation({ summary: 'The same; there is nothing to be disclaimed here' })
  @ApiProduces('application/xml')
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiNotFoundResponse({ description: 'There is no such snapshot.' })
  async xmlWithDisclaimer(@Param('snapshot') uid: string) {
    return presentSnapshotXml(await this.snapshots.xml(uid));
  }

  @Get(':snapshot')
  @AccessInService('view_asset')
  @ApiOperation({ summary: 'One snapshot with the content that it was made of' })
  @ApiOkResponse({ type: SnapshotDto })
  @ApiNotFoundResponse({ description: 'There is no such snapshot, or the caller may not see it.' })
  async show(@CurrentActor() actor: Actor, @Param('snapshot') uid: string, @AnswerLinks() links: Links) {
    return presentSnapshot(links, await this.snapshots.show(actor, uid));
  }

  @Delete(':snapshot')
  @HttpCode(204)
  @AccessInService('view_asset', { signedIn: true })
  @ApiOperation({ summary: 'Removes a snapshot; for its maker and the owner of its asset' })
  @ApiNoContentResponse({ description: 'It is gone.' })
  @ApiForbiddenResponse({ description: 'The caller sees it and may not remove it.' })
  @ApiNotFoundResponse({ description: 'There is no such snapshot, or the caller may not see it.' })
  async remove(@CurrentActor() actor: UserActor, @Param('snapshot') uid: string) {
    await this.snapshots.remove(actor, uid);
  }
}
