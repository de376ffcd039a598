import { InvalidError } from '../../domain/errors';
import { FormProblemsError } from '../../domain/content/form-problem';
import { compileXForm } from '../../domain/xform/compile-xform';
import { type FormFacts, readFormFacts } from '../../domain/xform/form-facts';
import type { DeployableVersion } from '../asset/asset.service';

/** `N (YYYY-MM-DD HH:MM:SS)`, the version that collectors see (contract-xlsform 3.10). */
export function versionLabel(deploymentNumber: number, modified: Date): string {
  return `${deploymentNumber} (${modified.toISOString().slice(0, 19).replace('T', ' ')})`;
}

/**
 * The form that a version is deployed as, and what intake must know of it.
 * @throws InvalidError with `error` beside `detail`, as clients of deployments read it (decision 2)
 */
export function compileDeployment(
  version: DeployableVersion,
  { uuid, label }: { uuid: string; label: string },
): { xml: string; facts: FormFacts } {
  try {
    const { xml } = compileXForm(version.content, {
      formId: version.assetUid,
      title: version.assetName,
      version: label,
      duplicates: 'refuse',
      kobo: { formUuid: uuid, versionUid: version.uid },
    });
    return { xml, facts: readFormFacts(xml) };
  } catch (error) {
    if (error instanceof FormProblemsError) throw new InvalidError(error.message, { error: error.message });
    throw error;
  }
}
