import { InvalidError } from './errors';

/** Saved things of one kind, for each project or account: lists of them are read whole by pages and clients. */
export const MAX_SAVED = 100;
/** Files of a project: forms may show an image for each choice. */
export const MAX_ASSET_FILES = 2_000;

/**
 * Refuses one more saved thing beyond the maximum.
 * @param owner start of a sentence, such as `The project has`
 * @param things plural, such as `webhooks`
 * @throws InvalidError that says what to do
 */
export function assertBelowLimit(count: number, owner: string, things: string, max = MAX_SAVED): void {
  if (count < max) return;
  throw new InvalidError(
    `${owner} ${max} ${things}, the maximum. Delete one that is not used any more first.`,
  );
}
