import { FormProblemsError } from '../../domain/content/form-problem';
import { InvalidError } from '../../domain/errors';

/**
 * Converts form errors to an InvalidError with `status`, `error_type`, `error` and `warnings` besides `detail`
 * (contract-assets 7.3), or on the field `source` for malformed content; returns other errors unchanged. `error_type`
 * is the class name that KoboToolbox reports.
 */
export function toSnapshotError(error: unknown): unknown {
  if (error instanceof InvalidError && error.fields?.['content'] !== undefined) {
    return new InvalidError({ source: error.fields['content'] });
  }
  if (!(error instanceof FormProblemsError)) return error;
  return new InvalidError(error.message, {
    status: 'failure',
    error_type: 'PyXFormError',
    error: error.message,
    warnings: [],
  });
}
