import { Body, Controller, Param } from '@nestjs/common';
import { ApiProduces, ApiTags, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { AccessInService, CurrentActor, Public } from '../../../authorization/policy';
import type { Actor, UserActor } from '../../../domain/account/actor';
import { Endpoint } from '../../../http/endpoint';
import { PaginatedList } from '../../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../../http/pagination/present-page';
import { AcceptsContent } from '../../../http/body/body-reader';
import { type Links, ResponseLinks } from '../../../http/url/links';
import {
  SnapshotService,
  type SnapshotInput,
  type SnapshotDetailView,
  type SnapshotPage,
  type SnapshotView,
} from './snapshot.service';
import { Transform } from 'class-transformer';
import { OptionalObject, OptionalSheets } from '../../../http/validation/field';
import { OptionalLink } from '../../../http/validation/link-to';
import { wireDate } from '../../../domain/text/wire-date';
import { JsonText, openJsonObject } from '../../../http/json-text';
import { created, Reply, StreamedBody } from '../../../http/reply';

const URL_EXAMPLE = 'https://survey.example.org/api/v2/asset_snapshots/sSAvYreNzVEkrWg5Gdcvg9';
const SOURCE = { survey: [{ type: 'text', name: 'full_name', label: 'What is your name?' }], settings: {} };

/** Clients send null for absent values. */
const NullIsAbsent = () => Transform(({ value }: { value: unknown }) => value ?? undefined);

class CreateSnapshotDto {
  @OptionalLink('assets')
  @ApiPropertyOptional({
    example: '/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg9/',
    description: 'URL of an asset that the caller may view; its latest version is compiled.',
  })
  asset?: string;

  @NullIsAbsent()
  @OptionalSheets()
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: SOURCE,
    description: 'Content to compile instead of the asset’s: an object, or its JSON text.',
  })
  source?: Record<string, unknown> | Uint8Array;

  @NullIsAbsent()
  @OptionalObject()
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: { note: 'For training only.' },
    description: '`note`: text shown before the first question.',
  })
  details?: Record<string, unknown>;

  toInput(): SnapshotInput {
    const note = this.details?.['note'];
    return {
      ...(typeof note === 'string' && note !== '' && { note }),
      ...(this.asset !== undefined && { assetUid: this.asset }),
      ...(this.source !== undefined && !isEmptySource(this.source) && { source: this.source }),
    };
  }
}

/** True for empty text and for an object without sheets. */
function isEmptySource(source: Record<string, unknown> | Uint8Array): boolean {
  return !(source instanceof Uint8Array) && Object.keys(source).length === 0;
}

class SnapshotDto {
  @ApiProperty({ example: `${URL_EXAMPLE}/` }) url!: string;
  @ApiProperty({ example: 'sSAvYreNzVEkrWg5Gdcvg9' }) uid!: string;
  @ApiProperty({ example: 'https://survey.example.org/api/v2/users/mary/' }) owner!: string;
  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' }) date_created!: string;
  @ApiProperty({
    example: `${URL_EXAMPLE}.xml`,
    description: 'URL of the XForm, public to anyone who knows it.',
  })
  xml!: string;
  @ApiProperty({ example: `${URL_EXAMPLE}/preview/` }) enketopreviewlink!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg9/',
  })
  asset!: string | null;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 12,
    description: 'Id of the compiled version; null if compiled from `source`.',
  })
  asset_version_id!: number | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { status: 'success', warnings: [] },
  })
  details!: object;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Compiled content.' })
  source!: object;
}

@ApiTags('Snapshots')
@Controller('api/v2/asset_snapshots')
export class SnapshotController {
  constructor(private readonly snapshots: SnapshotService) {}

  @Endpoint('GET', {
    summary: 'List snapshots',
    description: 'Snapshots of the caller and of assets shared with them, newest first.',
  })
  @Public()
  async listSnapshots(
    @CurrentActor() actor: Actor,
    @PaginatedList(SnapshotDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentSnapshotPage(links, page, await this.snapshots.list(actor, page.window));
  }

  @Endpoint('POST', {
    summary: 'Create a snapshot',
    description:
      'Compiles an asset or a source for a preview. The snapshot of a version is reused; snapshots unused for 30 days are deleted.',
    returns: SnapshotDto,
    fails: {
      400: 'The form does not compile: `status` is `failure`, `error` and `detail` locate the errors.',
      403: 'The asset does not exist, or the caller may not view it.',
    },
  })
  @AcceptsContent()
  @AccessInService('view_asset')
  async createSnapshot(
    @CurrentActor() actor: Actor,
    @Body() body: CreateSnapshotDto,
    @ResponseLinks() links: Links,
  ) {
    return presentCreatedSnapshot(links, await this.snapshots.create(actor, body.toInput()));
  }

  @Endpoint('GET :snapshot.xml', {
    summary: 'Get the XForm of a snapshot',
    description: 'Public to anyone who knows the uid.',
    returns: { schema: { type: 'string' } },
    fails: { 404: 'The snapshot does not exist.' },
  })
  @Public()
  @ApiProduces('application/xml')
  async getSnapshotXml(@Param('snapshot') uid: string) {
    return presentSnapshotXml(await this.snapshots.xml(uid));
  }

  @Endpoint('GET :snapshot/xml_with_disclaimer', {
    summary: 'Get the XForm of a snapshot with its disclaimer',
    description: 'Alias of the XForm, as there are no disclaimers.',
    returns: { schema: { type: 'string' } },
    fails: { 404: 'The snapshot does not exist.' },
  })
  @Public()
  @ApiProduces('application/xml')
  async getSnapshotXmlWithDisclaimer(@Param('snapshot') uid: string) {
    return presentSnapshotXml(await this.snapshots.xml(uid));
  }

  @Endpoint('GET :snapshot', {
    summary: 'Get a snapshot',
    description: 'Includes the compiled content.',
    returns: SnapshotDto,
    fails: { 404: 'The snapshot does not exist, or the caller may not view it.' },
  })
  @AccessInService('view_asset')
  async getSnapshot(
    @CurrentActor() actor: Actor,
    @Param('snapshot') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentSnapshot(links, await this.snapshots.show(actor, uid));
  }

  @Endpoint('DELETE :snapshot', {
    summary: 'Delete a snapshot',
    description: 'For the owner of its asset, or its creator if it was compiled from a source.',
    returns: { description: 'Deleted.' },
    fails: {
      403: 'The caller may view but not delete it.',
      404: 'The snapshot does not exist, or the caller may not view it.',
    },
  })
  @AccessInService('view_asset', { signedIn: true })
  async deleteSnapshot(@CurrentActor() actor: UserActor, @Param('snapshot') uid: string) {
    await this.snapshots.remove(actor, uid);
  }
}

/** List of snapshots (contract-assets 7.3). Sources are streamed from the database, as they may be large. */
export function presentSnapshotPage(
  links: Links,
  pageRequest: PageRequest,
  page: SnapshotPage,
): StreamedBody {
  const { results, ...envelope } = presentPage(pageRequest, page, (item) => presentSummary(links, item));
  const frame = {
    head: `${openJsonObject(envelope)},"results":[`,
    before: results.map((item) => `${openJsonObject(item)},"source":`),
    after: '}',
    tail: ']}',
  };
  return new StreamedBody('application/json', (sink) => page.writeSources(sink, frame));
}

function presentSnapshot(links: Links, snapshot: SnapshotDetailView) {
  return { ...presentSummary(links, snapshot), source: new JsonText(snapshot.source) };
}

function presentCreatedSnapshot(links: Links, snapshot: SnapshotDetailView) {
  return created(presentSnapshot(links, snapshot));
}

function presentSnapshotXml(xml: Uint8Array) {
  return new Reply(200, xml, { 'Content-Type': 'application/xml; charset=utf-8' });
}

function presentSummary(links: Links, snapshot: SnapshotView) {
  const { uid, assetUid } = snapshot;
  return {
    url: links.snapshot(uid),
    uid,
    owner: links.user(snapshot.ownerUsername),
    date_created: wireDate(snapshot.dateCreated),
    xml: links.snapshotXml(uid),
    enketopreviewlink: links.snapshotPreview(uid),
    asset: assetUid === null ? null : links.asset(assetUid),
    asset_version_id: snapshot.versionId,
    details: { status: 'success', warnings: snapshot.warnings },
  };
}
