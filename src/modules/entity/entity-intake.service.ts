import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import {
  applyEntityChange,
  type EntityChange,
  type EntityKey,
  type EntityProblem,
  readEntityChange,
  readEntityUuid,
} from '../../domain/entity/entity-change';
import { type CheckedNode, checkEntityNode, isWhole, keysOf } from '../../domain/entity/checked-node';
import type { EntityNode } from '../../domain/entity/entity-node';
import { EntityIntakeRepository, type VersionSource } from './entity-intake.repository';
import { type PendingChange, PendingChangeRepository } from './pending-change.repository';

export interface SubmissionSource {
  readonly assetId: number;
  readonly submissionId: number;
  /** Username; null if anonymous. */
  readonly submittedBy: string | null;
  readonly submittedAt: Date;
}

export interface EntitySubmission extends SubmissionSource {
  readonly nodes: readonly EntityNode[];
  /** Default: no. */
  readonly isApproved?: boolean;
}

interface AppliedChange {
  /** Undefined if the change was applied. */
  readonly problem: EntityProblem | undefined;
  /** Whether changes of the entity may wait for this one. */
  readonly isAwaited: boolean;
}

/** Creates and updates the entities of submissions, each change once (decision 180). */
@Injectable()
export class EntityIntakeService {
  constructor(
    private readonly entities: EntityIntakeRepository,
    private readonly pending: PendingChangeRepository,
  ) {}

  /** Locks and checks the entities of a submission, before it is stored: no two that change the same wait in a circle. */
  async lock(
    transaction: Transaction,
    assetId: number,
    nodes: readonly EntityNode[],
  ): Promise<CheckedNode[]> {
    const named = nodes.flatMap(({ dataset: list, id }) => {
      const uuid = readEntityUuid(id);
      return uuid === undefined ? [] : [{ list, uuid }];
    });
    const lists = await this.entities.lockDeclared(transaction, assetId, named);
    return nodes.map((node) => checkEntityNode(node, lists));
  }

  /**
   * Applies the entities of a submission in the transaction that stores it. A change that cannot be applied is recorded and
   * never refuses the submission. Changes that waited for one of these are applied as well.
   * @param nodes as `lock` returned them
   */
  async apply(
    transaction: Transaction,
    submission: SubmissionSource,
    nodes: readonly CheckedNode[],
  ): Promise<void> {
    const awaited = await this.applyAll(transaction, submission, nodes);
    await this.applyWaiting(transaction, awaited, submission.submittedAt);
  }

  /**
   * Applies the entities of an edited submission that could not be applied before. Those that it created or changed stay as
   * they are: others may have changed them since.
   * @param submission `nodes` as edited
   */
  async applyEdited(transaction: Transaction, submission: EntitySubmission): Promise<void> {
    const { assetId, submissionId, isApproved = false } = submission;
    const problems = await this.entities.problemKeys(transaction, assetId, submissionId);
    if (problems === undefined) return;
    const lists = await this.entities.lockDeclared(transaction, assetId, []);
    const nodes = submission.nodes.map((node) => checkEntityNode(node, lists));
    const keys = [...problems, ...keysOf(nodes)];
    await this.entities.lock(transaction, keys);
    await this.entities.removeProblemsOf(transaction, assetId, [submissionId]);
    const changed = await this.entities.changedBy(transaction, assetId, submissionId);
    const isChanged = ({ key: { listId, uuid } }: CheckedNode): boolean =>
      changed.some((each) => each.listId === listId && each.uuid === uuid);
    const open = nodes
      .filter((node) => !isChanged(node))
      .map((node) => ({ ...node, needsApproval: node.needsApproval && !isApproved }));
    await this.applyAll(transaction, submission, open);
    await this.applyWaiting(transaction, keys, submission.submittedAt);
  }

  /** Applies what waits in submissions that were approved or restored. */
  applyPending(
    transaction: Transaction,
    assetId: number,
    submissionIds: readonly number[],
    now: Date,
  ): Promise<void> {
    return this.retryAll(transaction, () => this.pending.pendingOf(transaction, assetId, submissionIds), now);
  }

  /** Forgets what waits in submissions that are deleted for good. */
  forget(transaction: Transaction, assetId: number, submissionIds: readonly number[]): Promise<void> {
    return this.entities.removeProblemsOf(transaction, assetId, submissionIds);
  }

  /** Creates the entities that wait for approval, of a list that needs none anymore. */
  applyUnapproved(transaction: Transaction, listId: number, now: Date): Promise<void> {
    return this.retryAll(transaction, () => this.pending.unapproved(transaction, listId), now);
  }

  /** @returns the entities that other changes wait for */
  private async applyAll(
    transaction: Transaction,
    { assetId, submissionId, submittedBy: createdBy, submittedAt: now }: SubmissionSource,
    nodes: readonly CheckedNode[],
  ): Promise<EntityKey[]> {
    const source = { assetId, submissionId, createdBy, now };
    const awaited: EntityKey[] = [];
    for (const { node, key, checked, needsApproval } of nodes) {
      const { problem, isAwaited } = isWhole(key)
        ? await this.applyOne(transaction, { key, change: checked, needsApproval }, source)
        : { problem: checked, isAwaited: false };
      if (typeof problem === 'string')
        await this.entities.addProblem(transaction, { key, problem, node }, source);
      // A later change of this submission may be the one that this one waits for.
      if (isWhole(key) && (isAwaited || problem === 'waiting')) awaited.push(key);
    }
    return awaited;
  }

  private async applyOne(
    transaction: Transaction,
    {
      key,
      change,
      needsApproval,
    }: { key: EntityKey; change: EntityChange | EntityProblem; needsApproval: boolean },
    source: VersionSource,
  ): Promise<AppliedChange> {
    if (typeof change === 'string') return { problem: change, isAwaited: false };
    const stored = await this.entities.find(transaction, key, change);
    const isAwaited = stored?.isAwaited ?? true;
    const decision = applyEntityChange(stored, change, needsApproval);
    if (decision.kind === 'refuse') return { problem: decision.problem, isAwaited };
    if (stored === undefined) await this.entities.create(transaction, key, decision.version, source);
    else await this.entities.append(transaction, stored.id, decision.version, source);
    return { problem: undefined, isAwaited };
  }

  private async applyWaiting(transaction: Transaction, keys: readonly EntityKey[], now: Date): Promise<void> {
    if (keys.length > 0) await this.retry(transaction, await this.pending.waiting(transaction, keys), now);
  }

  private async retryAll(
    transaction: Transaction,
    list: () => Promise<PendingChange[]>,
    now: Date,
  ): Promise<void> {
    const keys = await list();
    if (keys.length === 0) return;
    await this.entities.lock(transaction, keys);
    // Read again: another transaction may have applied some before the locks were held.
    await this.retry(transaction, await list(), now);
    await this.applyWaiting(transaction, keys, now);
  }

  /** Repeats as long as one succeeds: the next of its branch may wait for it. */
  private async retry(transaction: Transaction, pending: PendingChange[], now: Date): Promise<void> {
    for (let hasProgress = true; hasProgress && pending.length > 0;) {
      hasProgress = false;
      const still: PendingChange[] = [];
      for (const row of pending) {
        const { id, node, assetId, submissionId, createdBy, needsApproval } = row;
        const source = { assetId, submissionId, createdBy, now };
        const change = readEntityChange(node);
        const { problem } = await this.applyOne(transaction, { key: row, change, needsApproval }, source);
        if (problem === 'waiting' || problem === 'unapproved') {
          still.push(row);
          continue;
        }
        hasProgress = true;
        await this.entities.removeProblem(transaction, id);
        if (problem !== undefined)
          await this.entities.addProblem(transaction, { key: row, problem, node }, source);
      }
      pending = still;
    }
  }
}
