import type { SubmissionSize } from '../domain/export/export-memory';
import type { AssetAccess } from '../domain/permission/asset-access';

type Measure = (access: AssetAccess<'view_submissions'>) => Promise<SubmissionSize>;

/** Measures the submissions that a caller may view. Registered by the module that stores them. */
export class SubmissionSizes {
  private measure: Measure | undefined;

  register(measure: Measure): void {
    this.measure = measure;
  }

  of(access: AssetAccess<'view_submissions'>): Promise<SubmissionSize> {
    return this.measure!(access);
  }
}
