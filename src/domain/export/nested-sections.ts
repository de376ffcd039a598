import type { MergedSection } from '../form-history/merged-schema';
import { isGeoType } from '../geo/geometry';
import type { ExportOptions } from './export-request';

/** Repeat directly inside a section, in one version. */
interface NestedSection {
  readonly number: number;
  readonly path: string;
}

/** Of one section, by version. */
export type NestedSections = ReadonlyMap<string, readonly NestedSection[]>;

export function nestedSections(
  { name }: MergedSection,
  sections: readonly MergedSection[],
  versions: readonly string[],
): NestedSections {
  return new Map(
    versions.map((version) => [
      version,
      sections.flatMap(({ parents, paths }, number) =>
        // An edit with another form may have answered a repeat at the path of its version.
        [version, ...versions.filter((each) => each !== version)]
          .flatMap((each) => (parents.get(each) === name ? paths.get(each)! : []))
          .filter((path, index, all) => all.indexOf(path) === index)
          .map((path) => ({ number, path })),
      ),
    ]),
  );
}

/** Nested sections that have rows in an export of a type: all in tables, those on the way to places in files of places. */
export function rowsOfRepeats(
  type: ExportOptions['type'],
  nested: readonly NestedSections[],
  sections: readonly MergedSection[],
): readonly NestedSections[] {
  switch (type) {
    case 'xls':
    case 'parquet':
    case 'sqlite':
      return nested;
    case 'csv':
    case 'spss_labels':
      return sections.map(() => new Map());
    case 'geojson':
    case 'kml': {
      const isOnTheWay = sectionsWithPlaces(sections);
      return nested.map(
        (byVersion) =>
          new Map(
            [...byVersion].map(([version, each]) => [
              version,
              each.filter(({ number }) => isOnTheWay[number]),
            ]),
          ),
      );
    }
  }
}

/** Whether a section has a geo question in any version, or a repeat inside it does. */
function sectionsWithPlaces(sections: readonly MergedSection[]): boolean[] {
  const names = new Set<string>();
  const add = (name: string): void => {
    if (names.has(name)) return;
    names.add(name);
    const parents = sections.find((each) => each.name === name)?.parents.values() ?? [];
    for (const parent of parents) add(parent);
  };
  for (const { name, fields } of sections) {
    const hasPlaces = fields.some(({ versions }) =>
      [...versions.values()].some(({ type }) => isGeoType(type)),
    );
    if (hasPlaces) add(name);
  }
  return sections.map(({ name }) => names.has(name));
}
