import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import {
  applyEntityChange,
  type EntityChange,
  type EntityProblem,
  readEntityChange,
} from '../../domain/entity/entity-change';
import type { EntityNode } from '../../domain/entity/entity-node';
import {
  type DeclaredList,
  EntityIntakeRepository,
  type EntityKey,
  type VersionSource,
} from './entity-intake.repository';

export interface EntitySubmission {
  readonly assetId: number;
  readonly submissionId: number;
  readonly nodes: readonly EntityNode[];
  /** Username; null if anonymous. */
  readonly submittedBy: string | null;
  readonly submittedAt: Date;
}

interface CheckedNode {
  readonly node: EntityNode;
  readonly key: Partial<EntityKey>;
  readonly checked: EntityChange | EntityProblem;
}

/** Creates and updates the entities of new submissions (decision 180). */
@Injectable()
export class EntityIntakeService {
  constructor(private readonly entities: EntityIntakeRepository) {}

  /**
   * Applies the entities of a submission in the transaction that stores it. A change that cannot be applied is recorded and
   * never refuses the submission. Changes that waited for one of these are applied as well.
   */
  async apply(
    transaction: Transaction,
    { assetId, submissionId, nodes, submittedBy, submittedAt: now }: EntitySubmission,
  ): Promise<void> {
    const lists = await this.entities.declaredLists(transaction, assetId);
    const checked = nodes.map((node) => checkNode(node, lists));
    const keys = checked.flatMap(({ key }) => (isWhole(key) ? [key] : []));
    await this.entities.lock(transaction, keys);
    const source = { assetId, submissionId, createdBy: submittedBy, now };
    for (const { node, key, checked: change } of checked) {
      const problem = isWhole(key) ? await this.applyOne(transaction, key, change, source) : change;
      if (typeof problem === 'string')
        await this.entities.addProblem(transaction, { key, problem, node }, source);
    }
    if (keys.length > 0) await this.applyWaiting(transaction, keys, now);
  }

  /** @returns the problem if it cannot be applied */
  private async applyOne(
    transaction: Transaction,
    key: EntityKey,
    change: EntityChange | EntityProblem,
    source: VersionSource,
  ): Promise<EntityProblem | undefined> {
    if (typeof change === 'string') return change;
    const stored = await this.entities.find(transaction, key, change);
    const decision = applyEntityChange(stored, change);
    if (decision.kind === 'refuse') return decision.problem;
    if (stored === undefined) await this.entities.create(transaction, key, decision.version, source);
    else await this.entities.append(transaction, stored.id, decision.version, source);
    return undefined;
  }

  /** Tries again as long as one succeeds: the next of its branch may wait for it. */
  private async applyWaiting(transaction: Transaction, keys: readonly EntityKey[], now: Date): Promise<void> {
    let waiting = await this.entities.waiting(transaction, keys);
    for (let hasProgress = true; hasProgress && waiting.length > 0;) {
      hasProgress = false;
      const still: typeof waiting = [];
      for (const row of waiting) {
        const { id, node, assetId, submissionId, createdBy } = row;
        const change = readEntityChange(node);
        const problem = await this.applyOne(transaction, row, change, {
          assetId,
          submissionId,
          createdBy,
          now,
        });
        if (problem === 'waiting') still.push(row);
        else {
          hasProgress = true;
          await this.entities.removeProblem(transaction, id);
          const source = { assetId, submissionId, createdBy, now };
          if (problem !== undefined)
            await this.entities.addProblem(transaction, { key: row, problem, node }, source);
        }
      }
      waiting = still;
    }
  }
}

function checkNode(node: EntityNode, lists: readonly DeclaredList[]): CheckedNode {
  const list = lists.find(({ name }) => name === node.dataset);
  if (list === undefined) return { node, key: {}, checked: 'list_unknown' };
  const change = readEntityChange(node);
  if (typeof change === 'string') return { node, key: { listId: list.id }, checked: change };
  const isKnown = Object.keys(node.data).every((name) => list.properties.includes(name));
  return {
    node,
    key: { listId: list.id, uuid: change.uuid },
    checked: isKnown ? change : 'property_unknown',
  };
}

function isWhole(key: Partial<EntityKey>): key is EntityKey {
  return key.listId !== undefined && key.uuid !== undefined;
}
