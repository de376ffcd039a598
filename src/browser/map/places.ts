import { colourAnswer, type Colouring } from './colours';
import { type Geometry, type GeoType, geoTypeOf, isGeoType, readGeometry } from '../../domain/geo/geometry';
import { text } from '../texts';

/** Submission, question and copy of a repeat in which a place was answered; or an entry of a list. */
export interface PlaceSource {
  /** Of the submission, or the uuid of the entry. */
  readonly id: number | string;
  /** Of an entry. */
  readonly name?: string;
  /** Positions of the copies around the answer, from 1, outermost repeat first, such as `2.1`; '' outside repeats. */
  readonly copy: string;
}

export interface PlacedSubmission extends PlaceSource {
  readonly geometry: Geometry;
  /** By which it is coloured; '' without one. */
  readonly answer: string;
}

/** A question whose answer the card of a place shows. */
export interface ShownQuestion {
  readonly label: string;
  readonly paths: readonly string[];
  readonly kind: string;
  /** Of a question with choices, as far as there are few. */
  readonly choices: readonly (readonly [name: string, label: string])[];
}

export interface MapSettings {
  /** Path of the API's data list with the answers of the question. */
  readonly source: string;
  /** Path of the API's clusters of places, for more submissions than `limit`. */
  readonly clusters: string;
  readonly limit: number;
  /** Whether the map has entries of a list in place of submissions. */
  readonly isOfEntries: boolean;
  /** Path before the id of a submission. */
  readonly submissions: string;
  /** Parameters of the table, with the filters of the map. */
  readonly parameters: string;
  readonly type: GeoType;
  /** Paths of the question in all versions. */
  readonly paths: ReadonlySet<string>;
  /** Undefined: all places have one colour. */
  readonly colouring: Colouring | undefined;
  /** In the card of a place. */
  readonly shown: readonly ShownQuestion[];
  readonly tiles: string | undefined;
  /** Markup. */
  readonly attribution: string;
}

export function sourceName({ id, name, copy }: PlaceSource): string {
  if (name !== undefined) return name;
  return copy === '' ? text('Submission {id}', { id }) : text('Submission {id}, copy {copy}', { id, copy });
}

export function readSettings(data: DOMStringMap): MapSettings {
  const {
    source = '',
    clusters = '',
    limit = '',
    entries,
    submissions = '',
    parameters = '',
    type = '',
    paths = '[]',
    colouring = 'null',
    shown = '[]',
    tiles,
    attribution = '',
  } = data;
  const text = document.createElement('span');
  text.textContent = attribution;
  return {
    source,
    clusters,
    limit: entries === undefined ? Number(limit) : Infinity,
    isOfEntries: entries !== undefined,
    submissions,
    parameters,
    type: isGeoType(type) ? type : 'geopoint',
    paths: new Set(JSON.parse(paths) as string[]),
    colouring: (JSON.parse(colouring) as Colouring | null) ?? undefined,
    shown: JSON.parse(shown) as ShownQuestion[],
    tiles,
    attribution: text.innerHTML,
  };
}

/** Valid geometries of a submission, those in repeats included; or of an entry. */
export function placesIn(row: Readonly<Record<string, unknown>>, settings: MapSettings): PlacedSubmission[] {
  if (settings.isOfEntries) return placesOfEntry(row as unknown as Entry, settings);
  const id = Number(row['_id']);
  const colour = settings.colouring === undefined ? '' : colourAnswer(row, settings.colouring);
  return answersIn(row, settings.paths, []).flatMap(({ answer, copy }) => {
    const geometry = readGeometry(settings.type, answer);
    return geometry === undefined || !isOnEarth(geometry) ? [] : [{ id, copy, geometry, answer: colour }];
  });
}

interface Entry {
  readonly uuid: string;
  readonly label: string;
  readonly data: Readonly<Record<string, string>>;
}

/** The list does not say what a property is: its text does. */
function placesOfEntry({ uuid, label, data }: Entry, { paths }: MapSettings): PlacedSubmission[] {
  return [...paths].flatMap((path) => {
    const text = Object.hasOwn(data, path) ? data[path]! : '';
    const geometry = readGeometry(geoTypeOf(text), text);
    if (geometry === undefined || !isOnEarth(geometry)) return [];
    return [{ id: uuid, name: label, copy: '', geometry, answer: '' }];
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
