import { type Geometry, type GeoType, isGeoType, readGeometry } from '../../domain/geo/geometry';

/** Submission, question and copy of a repeat in which a place was answered. */
export interface PlaceSource {
  /** Of the submission. */
  readonly id: number;
  /** Positions of the copies around the answer, from 1, outermost repeat first, such as `2.1`; '' outside repeats. */
  readonly copy: string;
}

export interface PlacedSubmission extends PlaceSource {
  readonly geometry: Geometry;
}

export interface MapSettings {
  /** Path of the API's data list with the answers of the question. */
  readonly source: string;
  /** Path before the id of a submission. */
  readonly submissions: string;
  /** Parameters of the table, with the filters of the map. */
  readonly parameters: string;
  readonly type: GeoType;
  /** Paths of the question in all versions. */
  readonly paths: ReadonlySet<string>;
  readonly tiles: string | undefined;
  /** Markup. */
  readonly attribution: string;
}

export function sourceName({ id, copy }: PlaceSource): string {
  return copy === '' ? `Submission ${id}` : `Submission ${id}, copy ${copy}`;
}

export function readSettings(data: DOMStringMap): MapSettings {
  const {
    source = '',
    submissions = '',
    parameters = '',
    type = '',
    paths = '[]',
    tiles,
    attribution = '',
  } = data;
  const text = document.createElement('span');
  text.textContent = attribution;
  return {
    source,
    submissions,
    parameters,
    type: isGeoType(type) ? type : 'geopoint',
    paths: new Set(JSON.parse(paths) as string[]),
    tiles,
    attribution: text.innerHTML,
  };
}

/** Valid geometries of a submission, those in repeats included. */
export function placesIn(row: Readonly<Record<string, unknown>>, settings: MapSettings): PlacedSubmission[] {
  const id = Number(row['_id']);
  return answersIn(row, settings.paths, []).flatMap(({ answer, copy }) => {
    const geometry = readGeometry(settings.type, answer);
    return geometry === undefined || !isOnEarth(geometry) ? [] : [{ id, copy, geometry }];
  });
}

interface PlacedAnswer {
  readonly answer: string;
  readonly copy: string;
}

/** A single copy may be stored without a list around it. */
function answersIn(value: unknown, paths: ReadonlySet<string>, copies: readonly number[]): PlacedAnswer[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]: [string, unknown]) => {
    if (typeof each === 'string') return paths.has(key) ? [{ answer: each, copy: copies.join('.') }] : [];
    const list: unknown[] = Array.isArray(each) ? each : [each];
    return list.flatMap((item, index) => answersIn(item, paths, [...copies, index + 1]));
  });
}

function isOnEarth(geometry: Geometry): boolean {
  const positions =
    geometry.type === 'Point'
      ? [geometry.coordinates]
      : geometry.type === 'LineString'
        ? geometry.coordinates
        : geometry.coordinates.flat();
  return positions.every(
    ([longitude = NaN, latitude = NaN]) => Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90,
  );
}
