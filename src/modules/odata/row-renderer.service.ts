import { Injectable } from '@nestjs/common';
import { EntityWriter, type SelectedRows } from '../../domain/odata/entity-writer';
import { type EntityModel, type EntitySet, findSet } from '../../domain/odata/entity-model';
import type { EntitySetQuery } from '../../domain/odata/entity-set-query';
import { type Answers, SubmissionRows } from '../../domain/odata/submission-rows';
import type { EntityShape, Expansion } from '../../domain/odata/entity-shape';
import { allOf, EVERYTHING } from '../../domain/query/mongo-expression';
import type { SubmissionScope } from '../../domain/query/submission-scope';
import { SubmissionStreamService } from '../submission/stream/submission-stream.service';
import { type RowSource, type RowReference, OdataRepository } from './odata.repository';

interface SubmissionGroup {
  readonly submission: number;
  readonly rows: RowReference[];
}

/** Renders rows with their expansions, read in chunks of submissions. */
@Injectable()
export class RowRenderer {
  constructor(
    private readonly rows: OdataRepository,
    private readonly streams: SubmissionStreamService,
  ) {}

  /** Finds the rows of expansions with a filter or an order. */
  private async select(
    model: EntityModel,
    scope: SubmissionScope,
    shape: EntityShape,
    ids: readonly number[],
  ): Promise<SelectedRows> {
    const selected = new Map<Expansion, ReadonlyMap<number, readonly number[]>>();
    for (const expansion of expansionsWithin(shape)) {
      const { selection } = expansion.window;
      if (selection === undefined) continue;
      const source = withFilter(sourceOf(model, scope, expansion.shape.set), selection);
      const indexes = new Map<number, number[]>();
      for (const { submission, index } of await this.rows.select(source, selection.order, ids)) {
        const found = indexes.get(submission);
        if (found === undefined) indexes.set(submission, [index]);
        else found.push(index);
      }
      selected.set(expansion, indexes);
    }
    return selected;
  }

  /** Renders rows in order; rows deleted meanwhile are absent. */
  async *render(
    model: EntityModel,
    scope: SubmissionScope,
    shape: EntityShape,
    references: readonly RowReference[],
    root: string | undefined,
  ): AsyncIterable<readonly string[]> {
    const groups = groupBySubmission(references);
    const ids = groups.map(({ submission }) => submission);
    for await (const chunk of this.streams.pageChunks(scope, { ids }, 'json')) {
      const found = chunk.map(({ index }) => groups[index]!.submission);
      const writer = new EntityWriter(model, {
        root,
        selected: await this.select(model, scope, shape, found),
      });
      for (const { index: position, text } of chunk) {
        const rows = new SubmissionRows(JSON.parse(text) as Answers);
        const all = writer.rowsOf(shape.set, rows);
        yield groups[position]!.rows.flatMap(({ index }) => {
          const row = all[Math.max(index - 1, 0)];
          return row === undefined ? [] : [writer.members(shape, rows, row)];
        });
      }
    }
  }
}

/** All rows of a set. */
export function sourceOf(model: EntityModel, scope: SubmissionScope, set: EntitySet): RowSource {
  const parent = set.parent === undefined ? undefined : findSet(model, set.parent);
  return { scope, set, parent, filter: EVERYTHING };
}

export function withFilter(source: RowSource, { filter }: Pick<EntitySetQuery, 'filter'>): RowSource {
  return { ...source, filter: allOf([source.filter, filter]) };
}

function expansionsWithin({ expanded }: EntityShape): Expansion[] {
  return expanded.flatMap((each) => [each, ...expansionsWithin(each.shape)]);
}

function groupBySubmission(references: readonly RowReference[]): SubmissionGroup[] {
  const groups: SubmissionGroup[] = [];
  for (const row of references) {
    const last = groups.at(-1);
    if (last?.submission === row.submission) last.rows.push(row);
    else groups.push({ submission: row.submission, rows: [row] });
  }
  return groups;
}
