import type { Content } from '../content/content';

/** A deployed version of a form. Lists of versions start with the oldest. */
export interface FormVersion {
  readonly uid: string;
  /** Standard content with Kobo rows (score, rank, matrix) expanded to plain XLSForm rows. */
  readonly content: Content;
}
