import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { DeniedError, InvalidError, NotFoundError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { readSubmissionQuery } from '../../domain/query/submission-query';
import { narrowedTo, scopeOf, type SubmissionRight } from '../../domain/query/submission-scope';
import type { BulkSelection } from '../../domain/submission/bulk-selection';
import { readSubmissionName } from '../../domain/submission/submission-name';
import type { DeployedForm } from '../deployment/deployed-form.service';
import { type StoredSubmission, StoredSubmissionQuery } from './stored-submission.query';
import { SubmissionQuery } from './submission.query';
import { isNumericIn } from './submission.service';

/** Finds what an action is meant for, locks it, and sees that the caller's right reaches it (contract-data 0). */
@Injectable()
export class SubmissionSelectionService {
  constructor(
    private readonly stored: StoredSubmissionQuery,
    private readonly submissions: SubmissionQuery,
  ) {}

  /**
   * @param name the number, or an identifier with or without `uuid:`
   * @throws NotFoundError when the asset has none of this name, DeniedError when it is beyond the caller's right
   */
  async lockOne(
    transaction: Transaction,
    access: AssetAccess<SubmissionRight>,
    name: string,
  ): Promise<StoredSubmission> {
    const [found] = await this.stored.lock(transaction, access.assetId, readSubmissionName(name));
    if (found === undefined) throw new NotFoundError();
    const reached = await this.stored.within(transaction, scopeOf(access), [found.id]);
    if (!reached.has(found.id)) throw new DeniedError();
    return found;
  }

  /** What a choice means before it is locked: numbers that were named are taken as they are. */
  async find(
    access: AssetAccess<SubmissionRight>,
    form: DeployedForm,
    selection: BulkSelection,
  ): Promise<readonly number[]> {
    if (selection.kind === 'ids') return selection.ids;
    const scope = scopeOf(access);
    if (selection.kind === 'all') return this.submissions.findIds(scope);
    const condition = readSubmissionQuery(selection.query, isNumericIn(form));
    const ids = await this.submissions.findIds(narrowedTo(scope, condition));
    if (ids.length === 0 && scope.filter !== undefined) throw new DeniedError();
    return ids;
  }

  /**
   * Locks what was found, and keeps everybody else from changing submissions of the asset until the transaction ends.
   * @throws InvalidError when one that was named is none of the asset's, DeniedError when one is beyond the caller's right
   */
  async lock(
    transaction: Transaction,
    access: AssetAccess<SubmissionRight>,
    { kind }: BulkSelection,
    found: readonly number[],
  ): Promise<readonly number[]> {
    await this.stored.holdAll(transaction, access.assetId);
    const ids = await this.stored.lockMany(transaction, access.assetId, found);
    if (kind === 'ids' && ids.length < found.length) {
      throw new InvalidError('One or more submission ids are invalid');
    }
    const reached = await this.stored.within(transaction, scopeOf(access), ids);
    if (kind === 'ids' && reached.size < ids.length) throw new DeniedError();
    return ids.filter((id) => reached.has(id));
  }
}
