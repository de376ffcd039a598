import { InvalidError } from '../errors';

/** One submission as a program that pulls names it. */
export interface PulledName {
  readonly formId: string;
  /** With its scheme, as the list told it. */
  readonly instanceId: string;
}

const PATH = /^(?<formId>[^[/]+)(?:\[[^\]]*\])?\/[^[/]+\[@key=(?<instanceId>[^\]]+)\]$/;

/**
 * Reads `form[@version=null and @uiVersion=null]/root[@key=uuid:…]`, in which ODK Briefcase asks for one submission.
 * @throws InvalidError for what is no such path
 */
export function readPullPath(text: string | undefined): PulledName {
  const { formId, instanceId } = PATH.exec(text ?? '')?.groups ?? {};
  if (formId === undefined || instanceId === undefined) {
    throw new InvalidError('Send `formId` as `form[@version=null and @uiVersion=null]/root[@key=uuid:…]`.');
  }
  return { formId, instanceId };
}
