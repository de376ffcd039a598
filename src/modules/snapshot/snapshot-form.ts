import { FormProblemsError } from '../../domain/content/form-problem';
import { InvalidError } from '../../domain/errors';

/**
 * What a snapshot says of a form that it can't be made of: an InvalidError with `status`, `error_type`, `error` and
 * `warnings` beside `detail` (contract-assets 7.3), or with a sentence on `source` for what is no form at all. The class
 * that clients know from the peer's converter stands in `error_type`.
 */
export function snapshotRefusal(error: unknown): unknown {
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
