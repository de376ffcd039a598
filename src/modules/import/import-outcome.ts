import type { UserActor } from '../../domain/account/actor';
import { describeProblem } from '../../domain/content/form-problem';
import { DomainError } from '../../domain/errors';
import type { ImportedAsset, ImportMessages, ImportTrace } from '../../domain/import/import-request';
import type { FormReading } from '../../workers/form-engine/form-engine.port';
import type { SavedAsset } from '../asset/new-asset.service';

/** More are not read by anybody; a file of noise has as many problems as cells. */
const MOST_PROBLEMS = 200;

export const INTERRUPTED: ImportMessages = {
  error_type: 'Interrupted',
  error: 'The server stopped during the import; send the file again.',
};

/** The file was read, and no form came of it. */
export class UnreadFormError extends DomainError {
  readonly kind = 'invalid';

  constructor(readonly reading: Exclude<FormReading, { kind: 'form' | 'library' }>) {
    super(reading.kind);
  }
}

/** What a task tells that made an asset. */
export function createdMessages(
  saved: SavedAsset,
  actor: UserActor,
  warnings: readonly string[],
): ImportMessages {
  return { created: [importedAsset(saved, actor)], ...doubts(warnings) };
}

/** What a task tells that made a collection of blocks and questions. */
export function libraryMessages({ uid }: SavedAsset, { username }: UserActor): ImportMessages {
  return { created: [{ uid, kind: 'collection', owner__username: username }] };
}

/** What a task tells that put its form into an asset that there was. */
export function updatedMessages(
  saved: SavedAsset,
  actor: UserActor,
  { owner, versionUid }: { readonly owner: string; readonly versionUid: string },
  warnings: readonly string[],
): ImportMessages {
  const trace: ImportTrace = {
    asset_uid: saved.uid,
    asset_id: saved.id,
    latest_version_uid: versionUid,
    ip_address: actor.from?.address ?? null,
    source: actor.from?.agent ?? null,
    old_name: saved.formerName ?? saved.name,
    new_name: saved.name,
    project_owner: owner,
  };
  return { updated: [importedAsset(saved, actor)], audit_logs: [trace], ...doubts(warnings) };
}

/** `owner__username` is whoever imported, as the peer tells it. */
function importedAsset({ uid, summary }: SavedAsset, { username }: UserActor): ImportedAsset {
  return { uid, kind: 'asset', summary, owner__username: username };
}

function doubts(warnings: readonly string[]) {
  return warnings.length > 0 ? { warnings: warnings.slice(0, MOST_PROBLEMS) } : {};
}

/** What a task that failed tells: what whoever sent the file can mend, else one general sentence. */
export function failureMessages(error: unknown): ImportMessages {
  if (error instanceof UnreadFormError) return refusalMessages(error.reading);
  return error instanceof DomainError
    ? { error_type: error.name, error: error.message }
    : { error_type: 'InternalError', error: 'Something went wrong on the server; try again later.' };
}

function refusalMessages(reading: UnreadFormError['reading']): ImportMessages {
  if (reading.kind === 'unreadable') return { error_type: 'XlsFormatException', error: reading.message };
  const problems = reading.problems.slice(0, MOST_PROBLEMS);
  const left = reading.problems.length - problems.length;
  const lines = problems.map(describeProblem);
  return {
    error_type: 'FormProblems',
    error: [...lines, ...(left > 0 ? [`… and ${left} more.`] : [])].join('\n'),
    problems,
  };
}
