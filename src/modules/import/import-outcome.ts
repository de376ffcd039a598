import type { UserActor } from '../../domain/account/actor';
import { describeProblem } from '../../domain/content/form-problem';
import { DomainError } from '../../domain/errors';
import type { ImportedAsset, ImportMessages, ImportAuditEntry } from '../../domain/import/import-request';
import type { ReadFormResult } from '../../workers/form-engine/form-engine-types';
import type { SavedAsset } from '../asset/new-asset.service';

/** A binary file read as CSV has a problem per cell. */
const MAX_PROBLEMS = 200;

export const IMPORT_INTERRUPTED: ImportMessages = {
  error_type: 'Interrupted',
  error: 'The server stopped during the import. Send the file again.',
};

/** The file contains no valid form. */
export class FormReadError extends DomainError {
  readonly kind = 'invalid';

  constructor(readonly result: Exclude<ReadFormResult, { kind: 'form' | 'library' }>) {
    super(result.kind);
  }
}

export function createdMessages(
  saved: SavedAsset,
  actor: UserActor,
  warnings: readonly string[],
): ImportMessages {
  return { created: [importedAsset(saved, actor)], ...warningMessages(warnings) };
}

export function libraryMessages({ uid }: SavedAsset, { username }: UserActor): ImportMessages {
  return { created: [{ uid, kind: 'collection', owner__username: username }] };
}

export function updatedMessages(
  saved: SavedAsset,
  actor: UserActor,
  { owner, versionUid }: { readonly owner: string; readonly versionUid: string },
  warnings: readonly string[],
): ImportMessages {
  const trace: ImportAuditEntry = {
    asset_uid: saved.uid,
    asset_id: saved.id,
    latest_version_uid: versionUid,
    ip_address: actor.from?.address ?? null,
    source: actor.from?.agent ?? null,
    old_name: saved.formerName ?? saved.name,
    new_name: saved.name,
    project_owner: owner,
  };
  return { updated: [importedAsset(saved, actor)], audit_logs: [trace], ...warningMessages(warnings) };
}

/** `owner__username` is the importing user, like in KoboToolbox. */
function importedAsset({ uid, summary }: SavedAsset, { username }: UserActor): ImportedAsset {
  return { uid, kind: 'asset', summary, owner__username: username };
}

function warningMessages(warnings: readonly string[]) {
  return warnings.length > 0 ? { warnings: warnings.slice(0, MAX_PROBLEMS) } : {};
}

/** Messages of a failed import; errors that the user cannot fix stay private. */
export function importFailureMessages(error: unknown): ImportMessages {
  if (error instanceof FormReadError) return formErrorMessages(error.result);
  return error instanceof DomainError
    ? { error_type: error.name, error: error.message }
    : { error_type: 'InternalError', error: 'An internal error occurred. Retry later.' };
}

function formErrorMessages(result: FormReadError['result']): ImportMessages {
  if (result.kind === 'unreadable') return { error_type: 'XlsFormatException', error: result.message };
  const problems = result.problems.slice(0, MAX_PROBLEMS);
  const omitted = result.problems.length - problems.length;
  const lines = problems.map(describeProblem);
  return {
    error_type: 'FormProblems',
    error: [...lines, ...(omitted > 0 ? [`… and ${omitted} more.`] : [])].join('\n'),
    problems,
  };
}
