import { DomainError } from '../../domain/errors';
import type { ExportMessages } from '../../domain/export/export-messages';

export const EXPORT_INTERRUPTED: ExportMessages = {
  error_type: 'Interrupted',
  error: 'The server stopped during the export. Create it again.',
};

/** Messages of a failed export; other errors than domain errors stay private. */
export function exportFailureMessages(error: unknown): ExportMessages {
  return error instanceof DomainError
    ? { error_type: error.name, error: error.message }
    : { error_type: 'InternalError', error: 'An internal error occurred. Retry later.' };
}
