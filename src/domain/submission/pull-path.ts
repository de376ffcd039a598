import { InvalidError } from '../errors';

export interface PullPath {
  readonly formId: string;
  /** With its scheme, as in the submission list. */
  readonly instanceId: string;
}

const PATH = /^(?<formId>[^[/]+)(?:\[[^\]]*\])?\/[^[/]+\[@key=(?<instanceId>[^\]]+)\]$/;

/**
 * Parses the `formId` of an ODK Briefcase download, `form[@version=null and @uiVersion=null]/root[@key=uuid:…]`.
 * @throws InvalidError for any other text
 */
export function readPullPath(text: string | undefined): PullPath {
  const { formId, instanceId } = PATH.exec(text ?? '')?.groups ?? {};
  if (formId === undefined || instanceId === undefined) {
    throw new InvalidError('Send `formId` as `form[@version=null and @uiVersion=null]/root[@key=uuid:…]`.');
  }
  return { formId, instanceId };
}
