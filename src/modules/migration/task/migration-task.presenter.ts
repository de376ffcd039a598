import type {
  AssetReport,
  MigrationReport,
  MovedSubmissions,
  SubmissionComparison,
} from '../../../domain/migration/migration-report';
import type { MigrationStep } from '../../../domain/migration/migration-task';
import type { SourceAssetSummary } from '../../../domain/migration/source-types';
import { wireDate } from '../../../domain/text/wire-date';
import type { Links } from '../../../http/url/links';
import type { MigrationTask } from './migration-task.service';
import type { SourceAccountAssets } from './source-reader.service';

export function presentMigration(links: Links, task: MigrationTask) {
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
