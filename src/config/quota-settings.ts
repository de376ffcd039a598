import { DatabaseSettings } from './database-settings';
import { WholeNumber } from './setting-rules';

const MAX_SUBMISSIONS = 1_000_000_000;
const MAX_BYTES = 1_000_000_000_000_000;

/** Settings of what projects and their owners may store; 0: no limit. */
export class QuotaSettings extends DatabaseSettings {
  /** Maximum of submissions that a project stores. */
  @WholeNumber(0, MAX_SUBMISSIONS, ' of submissions')
  MAX_SUBMISSIONS_PER_PROJECT = 0;

  /** Maximum of submissions that all projects of a user store together. */
  @WholeNumber(0, MAX_SUBMISSIONS, ' of submissions')
  MAX_SUBMISSIONS_PER_USER = 0;

  /** Maximum of stored files of a project, those of its submissions and its own, in bytes. */
  @WholeNumber(0, MAX_BYTES, ' of bytes')
  MAX_FILE_BYTES_PER_PROJECT = 0;

  /** Maximum of stored files of all projects of a user together, in bytes. */
  @WholeNumber(0, MAX_BYTES, ' of bytes')
  MAX_FILE_BYTES_PER_USER = 0;
}
