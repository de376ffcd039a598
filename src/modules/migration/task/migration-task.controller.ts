import { Body, Controller, Param } from '@nestjs/common';
import { ApiBadRequestResponse, ApiNotFoundResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, SignedIn } from '../../../authorization/policy';
import type { UserActor } from '../../../domain/account/actor';
import { Endpoint } from '../../../http/endpoint';
import { PaginatedList } from '../../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../../http/url/links';
import { CreateMigrationDto, MigrationDto, MigrationSourceDto, SourceAssetsDto } from './migration-task.dto';
import { MigrationTaskService, type MigrationTask } from './migration-task.service';
import { SourceReaderService, type SourceAccountAssets } from './source-reader.service';
import type {
  AssetReport,
  MigrationReport,
  MovedSubmissions,
  SubmissionComparison,
} from '../../../domain/migration/migration-report';
import type { MigrationStep } from '../../../domain/migration/migration-task';
import type { SourceAssetSummary } from '../../../domain/migration/source-types';
import { wireDate } from '../../../domain/text/wire-date';

const NOT_FOUND = { description: 'The caller has no such migration.' };
const REFUSED = { description: 'The address, the credentials or an asset does not work.' };

@ApiTags('Migrations')
@Controller('api/v2/migrations')
export class MigrationTaskController {
  constructor(
    private readonly migrations: MigrationTaskService,
    private readonly sources: SourceReaderService,
  ) {}

  @Endpoint('GET', { summary: 'List migrations', description: 'Migrations of the caller, newest first.' })
  @SignedIn()
  async listMigrations(
    @CurrentActor() actor: UserActor,
    @PaginatedList(MigrationDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.migrations.list(actor, page.window), (task) =>
      presentMigration(links, task),
    );
  }

  @Endpoint('POST', {
    summary: 'Move assets from another server',
    description:
      'Starts a background task that moves assets of an account of KoboToolbox, fieldhouse or ODK Central, with submissions, to the account of the caller. Uids are kept; ODK Central has none, and its projects become collections. Repeated, it brings what is new, changed or deleted since. Each user may run one at a time. Poll it until its `status` is `complete` or `error`.',
    returns: MigrationDto,
    fails: { 409: 'Another migration of the caller is running.' },
  })
  @SignedIn()
  @ApiBadRequestResponse(REFUSED)
  async createMigration(
    @CurrentActor() actor: UserActor,
    @Body() body: CreateMigrationDto,
    @ResponseLinks() links: Links,
  ) {
    return presentMigration(links, await this.migrations.start(actor, body.toInput()));
  }

  @Endpoint('POST sources', {
    summary: 'List assets of another server',
    description:
      'Lists the assets that the account owns at KoboToolbox or fieldhouse, or the projects with published forms that it may see at ODK Central. Stores nothing.',
    status: 200,
    returns: SourceAssetsDto,
  })
  @SignedIn()
  @ApiBadRequestResponse(REFUSED)
  async listMigrationSource(@CurrentActor() actor: UserActor, @Body() body: MigrationSourceDto) {
    return presentSource(await this.sources.list(actor, body.toCredentials()));
  }

  @Endpoint('GET :migration', {
    summary: 'Get a migration',
    description: 'Reports its progress; at the end, differences between the source and the copies.',
    returns: MigrationDto,
  })
  @SignedIn()
  @ApiNotFoundResponse(NOT_FOUND)
  async getMigration(
    @CurrentActor() actor: UserActor,
    @Param('migration') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentMigration(links, await this.migrations.show(actor, uid));
  }

  @Endpoint('DELETE :migration', {
    summary: 'Cancel or delete a migration',
    description:
      'Deletes the task with its token and report, and cancels it if it is running. Moved assets stay.',
    returns: { description: 'Deleted.' },
  })
  @SignedIn()
  @ApiNotFoundResponse(NOT_FOUND)
  async deleteMigration(@CurrentActor() actor: UserActor, @Param('migration') uid: string) {
    await this.migrations.remove(actor, uid);
  }
}

function presentMigration(links: Links, task: MigrationTask) {
  const { uid, status, request, messages } = task;
  return {
    url: links.migration(uid),
    uid,
    status,
    from: request.from,
    source: request.source,
    assets: request.assetUids,
    ...(task.step !== null && { progress: presentProgress(task, task.step) }),
    ...(messages.report !== undefined && { report: presentReport(links, messages.report) }),
    error: messages.error ?? null,
    date_created: wireDate(task.dateCreated),
    date_modified: wireDate(task.dateModified),
  };
}

function presentProgress(
  { rowsDone, rowsTotal, speed }: MigrationTask,
  { phase, uid, name, position, total }: MigrationStep,
) {
  return {
    phase,
    asset: { uid, name },
    position,
    assets_total: total,
    submissions_done: rowsDone ?? 0,
    submissions_total: rowsTotal,
    submissions_per_second: speed === undefined ? null : Math.round(speed.perSecond * 10) / 10,
    seconds_left: speed?.secondsLeft == null ? null : Math.ceil(speed.secondsLeft),
  };
}

function presentReport(
  links: Links,
  { equal, verifiedFiles, missingAccounts, failed, assets }: MigrationReport,
) {
  return {
    equal,
    verified_files: verifiedFiles === true,
    missing_users: missingAccounts,
    failed,
    assets: assets.map((asset) => presentAssetReport(links, asset)),
  };
}

function presentAssetReport(
  links: Links,
  {
    uid,
    name,
    assetType,
    state,
    notes,
    notMoved,
    problems,
    differences,
    submissions,
    comparison,
  }: AssetReport,
) {
  return {
    url: links.asset(uid),
    uid,
    name,
    asset_type: assetType,
    state,
    notes,
    not_moved: notMoved ?? [],
    problems,
    differences,
    ...(submissions !== undefined && { submissions: presentMoved(submissions) }),
    ...(comparison !== undefined && { comparison: presentComparison(comparison) }),
  };
}

function presentMoved({ attachmentBytes, ...counts }: MovedSubmissions) {
  return { ...counts, attachment_bytes: attachmentBytes };
}

function presentComparison({ count, digest, attachments, visible, ...counts }: SubmissionComparison) {
  return {
    submissions: count,
    digests: digest,
    attachments,
    ...(visible !== undefined && {
      answers: { source: visible.source.answers, here: visible.here.answers },
      places: { source: visible.source.places, here: visible.here.places },
      repeat_rows: { source: visible.source.rows, here: visible.here.rows },
      validation_statuses: counts.validationStatuses,
      versions: counts.versions,
    }),
  };
}

export function presentSource({ from, source, username, assets }: SourceAccountAssets) {
  return { from, source, username, assets: assets.map(presentSourceAsset) };
}

function presentSourceAsset({ uid, name, assetType, collectionUid, submissions }: SourceAssetSummary) {
  return {
    uid,
    name,
    asset_type: assetType,
    collection: collectionUid ?? null,
    submissions: submissions ?? null,
  };
}
