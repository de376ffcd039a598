import { NAMESPACE } from './csdl';
import { deviceZone, edmJson, type AnswerField, type ODataField } from './edm-value';
import { typeAnnotation, type FilterType } from './odata-function';
import { type EntityModel, type EntitySet, findSet, type NavigationProperty } from './entity-model';
import type { Answers, EntityRow, SubmissionRows } from './submission-rows';
import type { Expansion, EntityShape } from './entity-shape';
import { type Aggregation, typeOfAggregate } from './aggregation';

/** Indexes of the selected rows of an expansion in their order, by submission. */
export type SelectedRows = ReadonlyMap<Expansion, ReadonlyMap<number, readonly number[]>>;

export interface WriterOptions {
  /** Of the expansions with a filter or an order. */
  readonly selected?: SelectedRows;
  /** URL of the service, for `odata.metadata=full`. */
  readonly root?: string | undefined;
}

/** Serializes rows as JSON. */
export class EntityWriter {
  constructor(
    private readonly model: EntityModel,
    private readonly options: WriterOptions = {},
  ) {}

  /** Serializes a row, without braces. */
  members(shape: EntityShape, rows: SubmissionRows, row: EntityRow): string {
    const { root } = this.options;
    const id = root === undefined ? undefined : root + keyPath(shape.set, rows.submission, row);
    return [
      ...(id === undefined
        ? []
        : [`"@odata.type":"#${NAMESPACE}.${shape.set.name}"`, `"@odata.id":${JSON.stringify(id)}`]),
      ...shape.properties.map(({ name, field }) => {
        const annotation = id === undefined ? '' : typeAnnotation(name, field.type);
        return `${annotation}${JSON.stringify(name)}:${fieldJson(field, rows.submission, row)}`;
      }),
      ...(id === undefined ? [] : shape.set.navigations.map((each) => navigationLink(each, id))),
      ...shape.expanded.map((expansion) => this.expansion(expansion, shape.set, rows, row)),
    ].join(',');
  }

  rowsOf(set: EntitySet, rows: SubmissionRows): readonly EntityRow[] {
    return rows.get(set, set.parent === undefined ? undefined : findSet(this.model, set.parent));
  }

  /** Rows that a filter and an order select; all in document order without them. */
  private selected(
    expansion: Expansion,
    { submission }: SubmissionRows,
    rows: readonly EntityRow[],
  ): readonly EntityRow[] {
    const bySubmission = this.options.selected?.get(expansion);
    if (bySubmission === undefined) return rows;
    const indexes = bySubmission.get(submission['_id'] as number) ?? [];
    return indexes.flatMap((index) => rows[index - 1] ?? []);
  }

  private expansion(expansion: Expansion, from: EntitySet, rows: SubmissionRows, row: EntityRow): string {
    const { navigation, shape, window } = expansion;
    const targets = this.rowsOf(shape.set, rows);
    const name = JSON.stringify(navigation.name);
    switch (navigation.to) {
      case 'submission':
        return `${name}:{${this.members(shape, rows, targets[0]!)}}`;
      case 'parent': {
        const parent = row.parentIndex === undefined ? undefined : targets[row.parentIndex - 1];
        return `${name}:${parent === undefined ? 'null' : `{${this.members(shape, rows, parent)}}`}`;
      }
      case 'children': {
        const { skip, top, withCount } = window;
        const selected = this.selected(expansion, rows, targets);
        const children =
          from.chains.length === 0 ? selected : selected.filter((each) => each.parentIndex === row.index);
        const shown = children.slice(skip, top === undefined ? undefined : skip + top);
        const count = withCount
          ? `${JSON.stringify(`${navigation.name}@odata.count`)}:${children.length},`
          : '';
        return `${count}${name}:[${shown.map((each) => `{${this.members(shape, rows, each)}}`).join(',')}]`;
      }
    }
  }
}

/** Path of a row below the service root: `visit(_submission_id=12,_index=1)`. */
function keyPath({ name, chains }: EntitySet, submission: Answers, { index }: EntityRow): string {
  const id = String(submission['_id']);
  return encodeURI(chains.length === 0 ? `${name}(${id})` : `${name}(_submission_id=${id},_index=${index})`);
}

function navigationLink({ name }: NavigationProperty, id: string): string {
  return `${JSON.stringify(`${name}@odata.navigationLink`)}:${JSON.stringify(`${id}/${encodeURI(name)}`)}`;
}

function fieldJson(field: ODataField, submission: Answers, row: EntityRow): string {
  const text = textOf(field, submission, row);
  return text === undefined ? 'null' : edmJson(field.type, text, zoneFor(field, submission));
}

function zoneFor(field: ODataField, submission: Answers): string | undefined {
  const zonePaths = field.source === 'answer' ? field.zonePaths : undefined;
  return zonePaths && deviceZone(submission, zonePaths);
}

function textOf(field: ODataField, submission: Answers, row: EntityRow): string | undefined {
  switch (field.source) {
    case 'key':
      return keyText(field.part, submission, row);
    case 'validationStatus':
      return asText((submission['_validation_status'] as Answers | null | undefined)?.['uid']);
    case 'status':
      return asText(submission['_status']);
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
          // In UTC, without zone.
          return `${asText(submission['_submission_time'])}Z`;
        case 'modifiedAt':
          return asText(submission['_date_modified']);
      }
  }
}

function keyText(
  part: 'submission' | 'index' | 'parentIndex',
  submission: Answers,
  row: EntityRow,
): string | undefined {
  if (part === 'submission') return String(submission['_id']);
  return (part === 'index' ? row.index : row.parentIndex)?.toString();
}

const WORDS = /[^ \t\r\n]+/g;

function answerText({ paths, coordinate }: AnswerField, answers: Answers): string | undefined {
  // A repeat of another version may be at the path; its copies are no answer.
  const text = paths.map((path) => asText(answers[path])).find((each) => each !== undefined);
  return coordinate === undefined ? text : text?.match(WORDS)?.[coordinate];
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

type GroupType = FilterType | 'Edm.Decimal';

interface GroupProperty {
  /** Navigation property that leads to it, if any, then its name. */
  readonly path: readonly string[];
  readonly type: GroupType;
}

/** Serializes groups of rows as JSON. */
export class GroupWriter {
  private readonly properties: readonly GroupProperty[];

  /** @param withMetadata adds types, for `odata.metadata=full` */
  constructor(
    { keys, aggregates }: Aggregation,
    private readonly withMetadata: boolean,
  ) {
    this.properties = [
      ...keys.map(({ path, field }) => ({ path: path.split('/'), type: field.type })),
      ...aggregates.map((each) => ({ path: [each.alias], type: typeOfAggregate(each) })),
    ];
  }

  /** Select list of the context URL. */
  get selectList(): string {
    return `(${[...this.byNavigation()]
      .flatMap(([navigation, inside]) => {
        const names = inside.map(({ path }) => path.at(-1)!);
        return navigation === '' ? names : [`${navigation}(${names.join(',')})`];
      })
      .join(',')})`;
  }

  /** Serializes a group, without braces. @param texts of its keys and aggregates */
  members(texts: readonly (string | null)[]): string {
    const written = [...this.byNavigation()].map(([navigation, inside]) => {
      const members = inside.map((each) => this.member(each, texts[this.properties.indexOf(each)] ?? null));
      return navigation === '' ? members.join(',') : `${JSON.stringify(navigation)}:{${members.join(',')}}`;
    });
    // Groups have no address.
    return [...(this.withMetadata ? ['"@odata.id":null'] : []), ...written].join(',');
  }

  private member({ path, type }: GroupProperty, text: string | null): string {
    const name = path.at(-1)!;
    const annotation = this.withMetadata ? typeAnnotation(name, type) : '';
    return `${annotation}${JSON.stringify(name)}:${text === null ? 'null' : valueJson(type, text)}`;
  }

  private byNavigation(): ReadonlyMap<string, readonly GroupProperty[]> {
    const groups = new Map<string, GroupProperty[]>();
    for (const each of this.properties) {
      const navigation = each.path.length > 1 ? each.path[0]! : '';
      groups.set(navigation, [...(groups.get(navigation) ?? []), each]);
    }
    return groups;
  }
}

function valueJson(type: GroupType, text: string): string {
  switch (type) {
    // Whole numbers keep all digits.
    case 'Edm.Decimal':
      return text;
    case 'Edm.Double':
      return JSON.stringify(Number(text));
    case 'Edm.Boolean':
    case 'Edm.TimeOfDay':
      return JSON.stringify(text);
    default:
      return edmJson(type, text);
  }
}
