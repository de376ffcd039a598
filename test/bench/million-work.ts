import { REPORTED } from './million-data';

export const ALL_PLACES = 'question=place&bbox=-180,-90,180,90&zoom=3';

export interface Work {
  readonly name: string;
  /** Below the asset. */
  readonly path: string;
  /** Goal of its ratio to the same work among the small form's submissions, or to an unfiltered page of the same form. */
  readonly most: number;
  readonly toPage?: boolean;
  readonly maxBytes?: number;
}

export const dataPath = (parameters: Readonly<Record<string, unknown>>): string =>
  `data/?limit=100${Object.entries(parameters)
    .map(([name, value]) => `&${name}=${encodeURIComponent(JSON.stringify(value))}`)
    .join('')}`;

/** Filters and orders that indexes serve once they were slow. */
export const INDEXED: readonly Work[] = [
  { name: 'equality, 0.1 %', path: dataPath({ query: { village: 'Village 7' } }), most: 1.5, toPage: true },
  { name: 'equality, 34 %', path: dataPath({ query: { gender: 'female' } }), most: 3, toPage: true },
  {
    name: 'range of numbers, 0.3 %',
    path: dataPath({ query: { income: { $gte: 100, $lt: 110 } } }),
    most: 1.5,
    toPage: true,
  },
  { name: 'range of numbers, 50 %', path: dataPath({ query: { age: { $gte: 50 } } }), most: 3, toPage: true },
  {
    name: 'range of dates, 1 %',
    path: dataPath({ query: { visited: { $gte: '2024-01-01', $lt: '2024-01-08' } } }),
    most: 1.5,
    toPage: true,
  },
  {
    name: '$in, 0.2 %',
    path: dataPath({ query: { village: { $in: ['Village 7', 'Village 8'] } } }),
    most: 1.5,
    toPage: true,
  },
  { name: 'sort by a choice', path: dataPath({ sort: { gender: 1 } }), most: 3 },
  { name: 'sort by a text, descending', path: dataPath({ sort: { village: -1 } }), most: 3 },
  { name: 'sort by a number', path: dataPath({ sort: { age: { number: 1 } } }), most: 3 },
];

export const OTHERS: readonly Work[] = [
  { name: '$exists, 30 %', path: dataPath({ query: { remarks: { $exists: true } } }), most: 3, toPage: true },
  {
    name: 'select_multiple, 40 %',
    path: dataPath({ query: { crops: { $regex: '\\brice\\b' } } }),
    most: 3,
    toPage: true,
  },
  { name: 'submissions by user', path: 'counts/users/', most: 3 },
  { name: 'map of all places', path: `map-clusters/?${ALL_PLACES}`, most: 3, maxBytes: 200_000 },
  {
    name: 'map of a town',
    path: 'map-clusters/?question=place&bbox=0,0,2,2&zoom=9',
    most: 3,
    maxBytes: 200_000,
  },
];

const ALL_REPORTED = `reports/?names=${REPORTED.join()}`;
/** Milliseconds once it was read. */
export const REPORTS = [
  { name: 'report of 25 questions', path: ALL_REPORTED, most: 1_000 },
  { name: 'report by gender', path: `${ALL_REPORTED}&split_by=gender`, most: 3_000 },
];
