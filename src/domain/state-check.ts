import { ConflictError } from './errors';

/** 409. The state that a change replaces was replaced since its editor saw it. */
export class StaleStateError extends ConflictError {}

/**
 * Refuses a change of a state that was replaced since its editor saw it. Called with the stored state in the transaction that
 * replaces it, under its lock. @throws StaleStateError
 */
export type StateCheck<Stored> = (stored: Stored) => void;
