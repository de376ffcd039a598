import { edmJson } from './edm-value';
import type { AnswerField, FeedField } from './feed-field';
import { type FeedModel, type FeedSet, findSet } from './feed-model';
import type { Answers, FeedRow, SubmissionRows } from './feed-rows';
import type { FeedExpansion, FeedShape } from './feed-shape';

/** Writes rows of a feed as JSON. */
export class FeedWriter {
  constructor(private readonly model: FeedModel) {}

  /** A row as the members of a JSON object, without its braces. */
  members(shape: FeedShape, rows: SubmissionRows, row: FeedRow): string {
    return [
      ...shape.properties.map(
        ({ name, field }) => `${JSON.stringify(name)}:${fieldJson(field, rows.submission, row)}`,
      ),
      ...shape.expanded.map((expansion) => this.expansion(expansion, shape.set, rows, row)),
    ].join(',');
  }

  /** The rows of a set in a submission. */
  rowsOf(set: FeedSet, rows: SubmissionRows): readonly FeedRow[] {
    return rows.of(set, set.parent === undefined ? undefined : findSet(this.model, set.parent));
  }

  private expansion(
    { navigation, shape }: FeedExpansion,
    from: FeedSet,
    rows: SubmissionRows,
    row: FeedRow,
  ): string {
    const found = this.rowsOf(shape.set, rows);
    const name = JSON.stringify(navigation.name);
    switch (navigation.to) {
      case 'submission':
        return `${name}:{${this.members(shape, rows, found[0]!)}}`;
      case 'parent': {
        const parent = row.parentIndex === undefined ? undefined : found[row.parentIndex - 1];
        return `${name}:${parent === undefined ? 'null' : `{${this.members(shape, rows, parent)}}`}`;
      }
      case 'children': {
        const inner =
          from.chains.length === 0 ? found : found.filter((each) => each.parentIndex === row.index);
        return `${name}:[${inner.map((each) => `{${this.members(shape, rows, each)}}`).join(',')}]`;
      }
    }
  }
}

function fieldJson(field: FeedField, submission: Answers, row: FeedRow): string {
  const text = textOf(field, submission, row);
  return text === undefined ? 'null' : edmJson(field.type, text);
}

function textOf(field: FeedField, submission: Answers, row: FeedRow): string | undefined {
  switch (field.source) {
    case 'key':
      return keyText(field.part, submission, row);
    case 'verdict':
      return asText((submission['_validation_status'] as Answers | null | undefined)?.['uid']);
    case 'answer':
      return answerText(field, field.of === 'submission' ? submission : row.answers);
    case 'column':
      switch (field.column) {
        case 'uuid':
          return asText(submission['_uuid']);
        case 'rootUuid':
          return asText(submission['meta/rootUuid']);
        case 'submittedBy':
          return asText(submission['_submitted_by']);
        case 'submittedAt':
          // In UTC, without saying so.
          return `${asText(submission['_submission_time'])}Z`;
        case 'modifiedAt':
          return asText(submission['_date_modified']);
      }
  }
}

function keyText(
  part: 'submission' | 'index' | 'parentIndex',
  submission: Answers,
  row: FeedRow,
): string | undefined {
  if (part === 'submission') return String(submission['_id']);
  return (part === 'index' ? row.index : row.parentIndex)?.toString();
}

/** What stands between white space. */
const PARTS = /[^ \t\r\n]+/g;

function answerText({ paths, coordinate }: AnswerField, answers: Answers): string | undefined {
  const path = paths.find((each) => answers[each] !== undefined);
  const text = path === undefined ? undefined : asText(answers[path]);
  return coordinate === undefined ? text : text?.match(PARTS)?.[coordinate];
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
