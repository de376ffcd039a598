import type { Content } from '../content/content';

/** A deployed version of a form. Lists of versions go from the oldest to the newest. */
export interface FormVersion {
  readonly uid: string;
  /** Standard content, with what Kobo adds to XLSForm (scores, rankings, matrices) turned into plain rows. */
  readonly content: Content;
}
