import type { SubmissionScope } from '../../../src/domain/query/submission-scope';
import { PlaceListRepository } from '../../../src/modules/report/place-list.repository';
import { PlaceListBuilder } from '../../../src/domain/geo/place-clusters';
import { SUMMARY_LIMITS } from '../../../src/database/summary/summary.repository';
import { ID } from './sample-rows';
import { samplesOf } from './samples';

const ALL = { assetId: ID, filter: undefined } as SubmissionScope;
const SOME = {
  assetId: ID,
  filter: { kind: 'exists', field: { source: 'answer', path: 'pump/depth' } },
} as SubmissionScope;
const PLACE = [{ repeats: [], path: 'place' }];
const IN_REPEATS = [{ repeats: ['user'], path: 'user/place' }, ...PLACE];

/** With and without summaries. */
export const placeClusterSamples = [0, Infinity].map((minSubmissions) =>
  samplesOf<PlaceListRepository>(PlaceListRepository, () => {
    SUMMARY_LIMITS.minSubmissions = minSubmissions;
    return {
      load: [
        [ALL, PLACE],
        [SOME, IN_REPEATS],
      ],
      findLatest: [
        [ALL, PLACE, 10],
        [SOME, IN_REPEATS, 10],
      ],
      refresh: [[ALL, PLACE, { places: new PlaceListBuilder().build(), snapshot: '1:1:' }]],
    };
  }),
);
