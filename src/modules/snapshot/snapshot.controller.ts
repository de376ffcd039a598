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
import { PaginatedList } from '../../http/pagination/paginated-list';
import type { PageRequest } from '../../http/pagination/present-page';
import { AcceptsContent } from '../../http/body/body-declaration';
import { type Links, ResponseLinks } from '../../http/url/links';
import { CreateSnapshotDto, SnapshotDto } from './dto/snapshot.dto';
import {
  presentCreatedSnapshot,
  presentSnapshot,
  presentSnapshotPage,
  presentSnapshotXml,
} from './snapshot.presenter';
import { SnapshotService } from './snapshot.service';

@ApiTags('Snapshots')
@Controller('api/v2/asset_snapshots')
export class SnapshotController {
  constructor(private readonly snapshots: SnapshotService) {}

  @Get()
  @Public()
  @ApiOperation({
    summary: 'List snapshots',
    description: 'Snapshots of the caller and of assets shared with them, newest first.',
  })
  async listSnapshots(
    @CurrentActor() actor: Actor,
    @PaginatedList(SnapshotDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentSnapshotPage(links, page, await this.snapshots.list(actor, page.window));
  }

  @Post()
  @AcceptsContent()
  @AccessInService('view_asset')
  @ApiOperation({
    summary: 'Create a snapshot',
    description:
      'Compiles an asset or a source for a preview. The snapshot of a version is reused; snapshots unused for 30 days are deleted.',
  })
  @ApiCreatedResponse({ type: SnapshotDto })
  @ApiBadRequestResponse({
    description: 'The form does not compile: `status` is `failure`, `error` and `detail` locate the errors.',
  })
  @ApiForbiddenResponse({ description: 'The asset does not exist, or the caller may not view it.' })
  async createSnapshot(
    @CurrentActor() actor: Actor,
    @Body() body: CreateSnapshotDto,
    @ResponseLinks() links: Links,
  ) {
    return presentCreatedSnapshot(links, await this.snapshots.create(actor, body.toInput()));
  }

  @Get(':snapshot.xml')
  @Public()
  @ApiOperation({
    summary: 'Get the XForm of a snapshot',
    description: 'Public to anyone who knows the uid.',
  })
  @ApiProduces('application/xml')
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiNotFoundResponse({ description: 'The snapshot does not exist.' })
  async getSnapshotXml(@Param('snapshot') uid: string) {
    return presentSnapshotXml(await this.snapshots.xml(uid));
  }

  @Get(':snapshot/xml_with_disclaimer')
  @Public()
  @ApiOperation({
    summary: 'Get the XForm of a snapshot with its disclaimer',
    description: 'Alias of the XForm, as there are no disclaimers.',
  })
  @ApiProduces('application/xml')
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiNotFoundResponse({ description: 'The snapshot does not exist.' })
  async getSnapshotXmlWithDisclaimer(@Param('snapshot') uid: string) {
    return presentSnapshotXml(await this.snapshots.xml(uid));
  }

  @Get(':snapshot')
  @AccessInService('view_asset')
  @ApiOperation({ summary: 'Get a snapshot', description: 'Includes the compiled content.' })
  @ApiOkResponse({ type: SnapshotDto })
  @ApiNotFoundResponse({ description: 'The snapshot does not exist, or the caller may not view it.' })
  async getSnapshot(
    @CurrentActor() actor: Actor,
    @Param('snapshot') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentSnapshot(links, await this.snapshots.show(actor, uid));
  }

  @Delete(':snapshot')
  @HttpCode(204)
  @AccessInService('view_asset', { signedIn: true })
  @ApiOperation({
    summary: 'Delete a snapshot',
    description: 'For the owner of its asset, or its creator if it was compiled from a source.',
  })
  @ApiNoContentResponse({ description: 'Deleted.' })
  @ApiForbiddenResponse({ description: 'The caller may view but not delete it.' })
  @ApiNotFoundResponse({ description: 'The snapshot does not exist, or the caller may not view it.' })
  async deleteSnapshot(@CurrentActor() actor: UserActor, @Param('snapshot') uid: string) {
    await this.snapshots.remove(actor, uid);
  }
}
