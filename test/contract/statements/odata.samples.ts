import type { Content } from '../../../src/domain/content/content';
import { feedModel, findSet } from '../../../src/domain/odata/feed-model';
import { readFeedQuery } from '../../../src/domain/odata/feed-query';
import { writeSkipToken } from '../../../src/domain/odata/skip-token';
import { EVERYTHING } from '../../../src/domain/query/filter';
import type { SubmissionScope } from '../../../src/domain/query/submission-scope';
import { type FeedPosition, type FeedSource, OdataQuery } from '../../../src/modules/odata/odata.query';
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

/** A property of each type, a repeat inside another, and a question and a repeat that moved. */
const MODEL = feedModel([
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

function source(name: string, filter?: string): FeedSource {
  const set = findSet(MODEL, name)!;
  const parent = set.parent === undefined ? undefined : findSet(MODEL, set.parent);
  const asked = filter === undefined ? EVERYTHING : readFeedQuery(MODEL, set, { $filter: filter }).filter;
  return { scope: ALL, set, parent, filter: asked };
}

function position(name: string, order?: string, sorted?: (string | null)[]): FeedPosition {
  const options = {
    ...(order !== undefined && { $orderby: order }),
    ...(sorted !== undefined && { $skiptoken: writeSkipToken({ sorted, submission: 7, index: 2 }) }),
  };
  return { ...readFeedQuery(MODEL, findSet(MODEL, name)!, options), limit: 10 };
}

const EACH_TYPE =
  "name eq 'Karatu' and people gt 5 and depth le 2.5 and dug lt 2026-01-01 and " +
  'seen ge 2026-01-01T00:00:00Z and place_latitude eq null and _submission_time lt 2027-01-01T00:00:00Z';

export const odataSamples = [
  samplesOf<OdataQuery>(OdataQuery, () => ({
    page: [
      [source('Submissions'), position('Submissions'), true],
      [source('Submissions', EACH_TYPE), position('Submissions', 'people desc,name', ['5', null]), false],
      [source('visit', "_submission/name ne 'Karatu'"), position('visit', undefined, []), true],
      [source('pump', "contains(tolower(maker),'a')"), position('pump', 'maker', ['a']), false],
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
];
