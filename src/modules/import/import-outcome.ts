import type { UserActor } from '../../domain/account/actor';
import { describeProblem } from '../../domain/content/form-problem';
import { DomainError } from '../../domain/errors';
import type { ImportedAsset, ImportMessages } from '../../domain/import/import-request';
import type { FormReading } from '../../forms/form-engine.port';
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

  constructor(readonly reading: Exclude<FormReading, { kind: 'form' }>) {
    super(reading.kind);
  }
}

/** What a task tells that made an asset or changed one. */
export function successMessages(
  kind: 'created' | 'updated',
  { uid, summary }: SavedAsset,
  { username }: UserActor,
  warnings: readonly string[],
): ImportMessages {
  const asset: ImportedAsset = { uid, kind: 'asset', summary, owner__username: username };
  return {
    ...(kind === 'created' ? { created: [asset] } : { updated: [asset] }),
    ...(warnings.length > 0 && { warnings: warnings.slice(0, MOST_PROBLEMS) }),
  };
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
