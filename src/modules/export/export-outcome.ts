import { DomainError } from '../../domain/errors';
import type { ExportMessages } from '../../domain/export/export-messages';

export const INTERRUPTED: ExportMessages = {
  error_type: 'Interrupted',
  error: 'The server stopped during the export; ask for it again.',
};

/** What an export tells that failed: what whoever asked can mend, else one general sentence. */
export function failureMessages(error: unknown): ExportMessages {
  return error instanceof DomainError
    ? { error_type: error.name, error: error.message }
    : { error_type: 'InternalError', error: 'Something went wrong on the server; try again later.' };
}
