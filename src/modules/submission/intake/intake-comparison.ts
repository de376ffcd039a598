import { ConflictError } from '../../../domain/errors';
import type { decideIntake, IntakeFacts } from '../../../domain/submission/intake-decision';

/** Input of `decideIntake`, from an incoming or a stored submission. */
export function intakeFacts({
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

/** @throws ConflictError with the conflicting part in its message */
export function assertNoConflict(decision: ReturnType<typeof decideIntake>) {
  if (decision.kind === 'conflict') throw new ConflictError(decision.message);
  return decision;
}
