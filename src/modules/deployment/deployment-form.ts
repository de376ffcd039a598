import { FormProblemsError } from '../../domain/content/form-problem';
import { InvalidError } from '../../domain/errors';

/** Version shown to collectors: `N (YYYY-MM-DD HH:MM:SS)` (contract-xlsform 3.10). */
export function versionLabel(deploymentNumber: number, modified: Date): string {
  return `${deploymentNumber} (${modified.toISOString().slice(0, 19).replace('T', ' ')})`;
}

/** Converts form errors to an InvalidError with `error` besides `detail` (decision 2); returns other errors unchanged. */
export function toDeploymentError(error: unknown): unknown {
  return error instanceof FormProblemsError
    ? new InvalidError(error.message, { error: error.message })
    : error;
}
