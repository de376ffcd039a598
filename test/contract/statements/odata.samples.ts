import type { Content } from '../../../src/domain/content/content';
import { buildEntityModel, findSet } from '../../../src/domain/odata/entity-model';
import type { Aggregation } from '../../../src/domain/odata/aggregation';
import { readAggregateQuery, readEntitySetQuery } from '../../../src/domain/odata/entity-set-query';
import { writeSkipToken } from '../../../src/domain/odata/query-options';
import { listModel } from '../../../src/domain/odata/entity-list-model';
import { EVERYTHING } from '../../../src/domain/query/mongo-expression';
import type { SubmissionScope } from '../../../src/domain/query/submission-scope';
import { ListOdataRepository } from '../../../src/modules/odata/list-odata.repository';
import { type RowWindow, type RowSource, OdataRepository } from '../../../src/modules/odata/odata.repository';
import { ID } from './sample-rows';
import { samplesOf } from './samples';

const content = (...rows: string[]): Content => ({
  schema: '1',
  translations: [null],
  translated: [],
  settings: {},
  survey: rows.map((row) => {
    const [type = '', name] = row.split(' ');
    return { type, ...(name !== undefined && { name }) };
  }),
});

/** Properties of each type, nested repeats, and a question and a repeat that moved. */
const MODEL = buildEntityModel([
  { uid: 'v1', content: content('text name', 'begin_repeat pump', 'text maker', 'end_repeat') },
  {
    uid: 'v2',
    content: content(
      ...['begin_group well', 'text name', 'integer people', 'end_group'],
      ...['decimal depth', 'date dug', 'dateTime seen', 'geopoint place'],
      ...[
        'begin_repeat visit',
        'integer minutes',
        'begin_repeat pump',
        'text maker',
        'end_repeat',
        'end_repeat',
      ],
    ),
  },
]);

const ALL = { assetId: ID, filter: undefined } as SubmissionScope;

function source(name: string, filter?: string): RowSource {
  const set = findSet(MODEL, name)!;
  const parent = set.parent === undefined ? undefined : findSet(MODEL, set.parent);
  const parsed =
    filter === undefined ? EVERYTHING : readEntitySetQuery(MODEL, set, { $filter: filter }).filter;
  return { scope: ALL, set, parent, filter: parsed };
}

function position(name: string, order?: string, sorted?: (string | null)[]): RowWindow {
  const options = {
    ...(order !== undefined && { $orderby: order }),
    ...(sorted !== undefined && { $skiptoken: writeSkipToken({ sorted, submission: 7, index: 2 }) }),
  };
  return { ...readEntitySetQuery(MODEL, findSet(MODEL, name)!, options), limit: 10 };
}

const EACH_TYPE =
  "name eq 'Karatu' and people gt 5 and depth le 2.5 and dug lt 2026-01-01 and " +
  'seen ge 2026-01-01T00:00:00Z and place_latitude eq null and _submission_time lt 2027-01-01T00:00:00Z';

const CALCULATED =
  "people add 1 mul 2 sub 3 gt depth div 2 mod 4 and concat(tolower(name),'a') eq substring(name,1,2) and " +
  'time(seen) lt 12:00 and seen le now() and round(depth) ge floor(depth) and indexof(name,name) eq length(trim(name)) and ' +
  'fractionalseconds(seen) eq 0 and year(now()) eq year(dug) and endswith(name,toupper(name))';

const TOTALS = 'aggregate($count as n,people with sum as s,depth with average as a,seen with max as m)';
const GROUPS = 'groupby((_submission/name,_submission/seen),aggregate(maker with countdistinct as total))';

function aggregation(name: string, $apply: string, order?: string): Aggregation {
  const options = { $apply, ...(order !== undefined && { $orderby: order }) };
  return readAggregateQuery(MODEL, findSet(MODEL, name)!, options).aggregation;
}

const LIST = listModel(['village']);
const LIST_QUERY = readEntitySetQuery(LIST, LIST.set, {
  $filter:
    "__system/createdAt gt 2026-01-01T00:00:00Z and __system/creatorName eq 'ann' and contains(village,'K')",
  $orderby: 'village desc,__system/version',
});

export const odataSamples = [
  samplesOf<OdataRepository>(OdataRepository, () => ({
    page: [
      [source('Submissions'), position('Submissions'), true],
      [source('Submissions', EACH_TYPE), position('Submissions', 'people desc,name', ['5', null]), false],
      [source('visit', "_submission/name ne 'Karatu'"), position('visit', undefined, []), true],
      [source('Submissions', CALCULATED), position('Submissions'), false],
      [source('pump', "contains(tolower(maker),'a')"), position('pump', 'maker', ['a']), false],
    ],
    select: [[source('pump', "maker ne 'a'"), position('pump', 'maker desc').order, [7, 8]]],
    aggregate: [
      [
        source('Submissions', 'depth gt 1'),
        aggregation('Submissions', TOTALS),
        { skip: 0, limit: 10, withCount: false },
      ],
      [source('pump'), aggregation('pump', GROUPS, 'total desc'), { skip: 0, limit: 10, withCount: true }],
    ],
    count: [
      [source('Submissions')],
      [source('Submissions', '_id eq 7')],
      [source('visit')],
      [source('visit', '_submission_id eq 7')],
      [source('visit', '_submission_id eq 7 and _index eq 2')],
      [source('pump')],
    ],
  })),
  samplesOf<ListOdataRepository>(ListOdataRepository, () => ({
    page: [
      [ID, { ...LIST_QUERY, limit: 10 }, true],
      [ID, { ...readEntitySetQuery(LIST, LIST.set, {}), limit: 10 }, true],
    ],
  })),
];
