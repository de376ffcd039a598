import { FormProblemsError } from '../../domain/content/form-problem';
import { InvalidError } from '../../domain/errors';

/** `N (YYYY-MM-DD HH:MM:SS)`, the version that collectors see (contract-xlsform 3.10). */
export function versionLabel(deploymentNumber: number, modified: Date): string {
  return `${deploymentNumber} (${modified.toISOString().slice(0, 19).replace('T', ' ')})`;
}

/** A form that does not compile, with `error` beside `detail`, as clients of deployments read it (decision 2). */
export function deploymentRefusal(error: unknown): unknown {
  return error instanceof FormProblemsError
    ? new InvalidError(error.message, { error: error.message })
    : error;
}
