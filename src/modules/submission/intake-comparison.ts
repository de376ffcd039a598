import { ConflictError } from '../../domain/errors';
import type { decideIntake, IntakeFacts } from '../../domain/submission/intake-decision';

/** What `decideIntake` compares, of a submission that came in or of a stored one. */
export function comparison({
  xmlHash,
  attachments,
}: {
  readonly xmlHash: Buffer;
  readonly attachments: readonly { readonly name: string; readonly sha256: Buffer }[];
}): IntakeFacts {
  return {
    xmlHash: xmlHash.toString('hex'),
    attachments: attachments.map(({ name, sha256 }) => ({ name, hash: sha256.toString('hex') })),
  };
}

/** @throws ConflictError, saying with what */
export function refuseConflict(decision: ReturnType<typeof decideIntake>) {
  if (decision.kind === 'conflict') throw new ConflictError(decision.message);
  return decision;
}
