import { Injectable } from '@nestjs/common';
import type { StoredSubmission } from '../../../database/entities/submission.entity';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';
import { DeniedError, InvalidError, NotFoundError } from '../../../domain/errors';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import {
  readSubmissionQuery,
  narrowScope,
  scopeOf,
  type SubmissionPermission,
  type SubmissionScope,
} from '../../../domain/query/submission-scope';
import { assertSameSelection, type BulkSelection } from '../../../domain/submission/bulk-selection';
import { readSubmissionIdentifier } from '../../../domain/submission/instance-meta';
import type { DeployedForm } from '../../deployment/deployed-form.service';
import { SubmissionReadRepository } from '../read/submission-read.repository';
import { isNumericIn } from '../read/submission.service';
import { SubmissionWriteRepository } from '../submission-write.repository';
import { SubmissionRepository } from '../submission.repository';

/** Selects submissions for a change: locks them and checks the caller's permission on each (contract-data 0). */
@Injectable()
export class SubmissionSelectionService {
  constructor(
    private readonly repository: SubmissionRepository,
    private readonly stored: SubmissionWriteRepository,
    private readonly submissions: SubmissionReadRepository,
  ) {}

  /**
   * @param name id, or uuid with or without `uuid:`
   * @throws NotFoundError; DeniedError outside the caller's partial permission
   */
  async lockOne(
    transaction: Transaction,
    access: AssetAccess<SubmissionPermission>,
    name: string,
  ): Promise<StoredSubmission> {
    const [found] = await this.stored.lock(transaction, access.assetId, readSubmissionIdentifier(name));
    if (found === undefined) throw new NotFoundError();
    const inScope = await this.stored.filterByScope(transaction, scopeOf(access), [found.id]);
    if (!inScope.has(found.id)) throw new DeniedError();
    return found;
  }

  /**
   * Resolves a selection to ids, without locks; explicit ids are not checked yet.
   * @throws StaleStateError if other submissions match than its user saw
   */
  async find(
    access: AssetAccess<SubmissionPermission>,
    form: DeployedForm,
    selection: BulkSelection,
  ): Promise<readonly number[]> {
    if (selection.kind === 'ids') return selection.ids;
    const scope = scopeOf(access);
    if (selection.kind === 'all') return this.submissions.findIds(scope);
    const ids = await this.submissions.findIds(selectionScope(scope, form, selection.query));
    assertSameSelection(selection, ids);
    if (ids.length === 0 && scope.filter !== undefined) throw new DeniedError();
    return ids;
  }

  /**
   * Locks the found submissions and the asset until the transaction ends. Leaves out those that no longer match the query.
   * @throws InvalidError for an explicit id that is not the asset's, DeniedError for one outside the partial permission
   */
  async lock(
    transaction: Transaction,
    access: AssetAccess<SubmissionPermission>,
    form: DeployedForm,
    { selection, found }: { readonly selection: BulkSelection; readonly found: readonly number[] },
  ): Promise<readonly number[]> {
    const { kind } = selection;
    await this.stored.lockAsset(transaction, access.assetId);
    const ids = await this.repository.lockMany(transaction, access.assetId, found);
    if (kind === 'ids' && ids.length < found.length) {
      throw new InvalidError('One or more submission ids are invalid');
    }
    const scope = kind === 'query' ? selectionScope(scopeOf(access), form, selection.query) : scopeOf(access);
    const inScope = await this.stored.filterByScope(transaction, scope, ids);
    if (kind === 'ids' && inScope.size < ids.length) throw new DeniedError();
    return ids.filter((id) => inScope.has(id));
  }
}

function selectionScope(scope: SubmissionScope, form: DeployedForm, query: string): SubmissionScope {
  return narrowScope(scope, readSubmissionQuery(query, isNumericIn(form)));
}
