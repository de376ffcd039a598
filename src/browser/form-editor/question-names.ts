/** Names of questions: what refers to them, by name or by path, and what follows a new one. */
import { mapExpressions, type Place, type TextEdit, withEdits } from './expression-cells';
import { endOfBlock, type FormContent, type Row } from './form-content';
import { cellsReferringTo, renameReferences, rowsReferringTo } from './references';

/** New names of rows, by their keys. */
export type Names = ReadonlyMap<string, string>;

/** The content with paths that lead to the rows, such as `../name`, under their new names. The rows keep theirs. */
export function renamePaths(content: FormContent, names: Names): FormContent {
  return mapExpressions(content, ({ text, scan }) => {
    // Most expressions have references only.
    if (!text.includes('/')) return text;
    const edits = scan().steps.flatMap(({ name, start, node }): TextEdit[] => {
      const next = names.get(node?.row?.$kuid ?? '');
      return next === undefined ? [] : [{ start, length: name.length, text: next }];
    });
    return withEdits(text, edits);
  });
}

/** Places with paths to one of the rows. */
export function placesWithPathsTo(content: FormContent, keys: ReadonlySet<string>): Place[] {
  const places = new Set<Place>();
  mapExpressions(content, ({ text, place, scan }) => {
    const leads = text.includes('/') && scan().steps.some(({ node }) => keys.has(node?.row?.$kuid ?? ''));
    if (leads) places.add(place);
    return text;
  });
  return [...places];
}

/** Places with a path whose step has the name and leads to no known row. */
function placesWithUnknownSteps(content: FormContent, name: string): Place[] {
  const places = new Set<Place>();
  mapExpressions(content, ({ text, place, scan }) => {
    const isThere = text.includes('/') && text.includes(name);
    if (isThere && scan().steps.some((step) => step.node === undefined && step.name === name))
      places.add(place);
    return text;
  });
  return [...places];
}

/** Keys of the rows that the paths of each expression lead to. */
function targetsOf(content: FormContent): Map<Place, Map<string, readonly (string | undefined)[]>> {
  const targets = new Map<Place, Map<string, readonly (string | undefined)[]>>();
  mapExpressions(content, ({ text, place, scan }) => {
    if (!text.includes('/')) return text;
    const keys = scan().steps.map(({ node }) => node?.row?.$kuid);
    targets.set(place, (targets.get(place) ?? new Map<string, typeof keys>()).set(text, keys));
    return text;
  });
  return targets;
}

/** Places with paths that lead to another row than before, or to none, since rows were moved. */
export function placesTornByMove(before: FormContent, after: FormContent): Place[] {
  const moved = targetsOf(after);
  return [...targetsOf(before)].flatMap(([place, expressions]) => {
    const isTorn = [...expressions].some(([text, keys]) =>
      keys.some((key, at) => key !== undefined && key !== moved.get(place)?.get(text)?.[at]),
    );
    return isTorn ? [place] : [];
  });
}

/** Rows and cells that refer to one of the names by `${name}`. */
function placesReferringTo(content: FormContent, names: readonly string[]): Place[] {
  return [...rowsReferringTo(content.survey, names), ...cellsReferringTo(content, names)];
}

/**
 * Names of the questions that forms get beside those of their rows: by matrices, scores and rankings of KoboToolbox and by
 * `or_other`. In the same order for contents that differ in names only.
 */
export function generatedNames({ survey, choices = [] }: FormContent): string[] {
  const names: string[] = [];
  survey.forEach((row, index) => {
    const { type, name = '' } = row;
    if (row['_or_other'] === true) names.push(`${name}_other`);
    if (type === 'begin_score') names.push(`${name}_header`);
    else if (type === 'begin_rank') names.push(`${name}_label`);
    else if (type === 'begin_kobomatrix') {
      const columns = survey.slice(index + 1, endOfBlock(survey, index)).map((column) => column.name ?? '');
      const list = row['kobo--matrix_list'];
      const rows = choices
        .filter((choice) => choice.list_name === list)
        .map((choice) => (choice.name ?? '').replace(/[^\p{L}\p{N}_.-]/gu, '_'));
      for (const part of ['header', ...rows])
        names.push(
          ...['', '_note', ...columns.map((column) => `_${column}`)].map((end) => `${name}_${part}${end}`),
        );
    }
  });
  return names;
}

/** The content with references to generated names that the change gave another one. */
export function followGenerated(before: FormContent, after: FormContent): FormContent {
  const former = generatedNames(before);
  const own = new Set(before.survey.map(({ name }) => name));
  return generatedNames(after).reduce((content, name, at) => {
    const from = former[at]!;
    return from === name || own.has(from) ? content : renameReferences(content, from, name);
  }, after);
}

/**
 * Renames rows that stand together, such as copies; what refers to them among these rows follows.
 * @param source form that paths are followed in
 */
export function withNames(rows: FormContent, names: Names, source: FormContent = rows): FormContent {
  const bySource = new Map(renamePaths(source, names).survey.map((row) => [row.$kuid, row]));
  const survey = rows.survey.map((row): Row => {
    const name = names.get(row.$kuid);
    const followed = bySource.get(row.$kuid) ?? row;
    return name === undefined ? followed : { ...followed, name };
  });
  const renamed = followGenerated(rows, { ...rows, survey });
  return rows.survey.reduce((content, { name: from = '', $kuid }) => {
    const name = names.get($kuid);
    return name === undefined || from === '' ? content : renameReferences(content, from, name);
  }, renamed);
}

const isTaken = ({ survey }: FormContent, name: string, except: Row): boolean =>
  survey.some((row) => row !== except && row.name === name);

/**
 * Renames a row. References and paths follow, unless another row has the new name: they could not be told from its own.
 * References do not follow either while another row has the former name.
 */
export function withName(content: FormContent, index: number, renamed: Row): FormContent {
  const row = content.survey[index]!;
  const { name: former = '' } = row;
  const { name = '' } = renamed;
  const survey = content.survey.map((each, at) => (at === index ? renamed : each));
  if (former === '' || name === '' || isTaken(content, name, row)) return { ...content, survey };
  const { survey: rows, ...others } = renamePaths(content, new Map([[row.$kuid, name]]));
  const named = rows.map((each, at) => (at === index ? { ...renamed, ...pathsOf(each, row) } : each));
  const followed = followGenerated(content, { ...others, survey: named });
  return isTaken(content, former, row) ? followed : renameReferences(followed, former, name);
}

/** Cells of the row that were changed with a path. */
function pathsOf(changed: Row, row: Row): Partial<Row> {
  return Object.fromEntries(Object.entries(changed).filter(([column, cell]) => cell !== row[column]));
}

/** Places that have the former name of a row that is renamed, and do not follow. */
export function placesLeftByName(content: FormContent, index: number, name: string): Place[] {
  const row = content.survey[index]!;
  const { name: former = '' } = row;
  if (former === '' || former === name) return [];
  const isLeft = name === '' || isTaken(content, name, row);
  const byName = isLeft || isTaken(content, former, row) ? placesReferringTo(content, [former]) : [];
  const byPath = isLeft ? placesWithPathsTo(content, new Set([row.$kuid])) : [];
  return [...new Set([...byName, ...byPath, ...placesWithUnknownSteps(content, former)])];
}

/** Places left in `after` that refer to rows which it has no longer. */
export function placesReferringToRemoved(before: FormContent, after: FormContent): Place[] {
  const kept = new Set(after.survey.map(({ $kuid }) => $kuid));
  const removed = before.survey.filter(({ $kuid }) => !kept.has($kuid));
  const left = new Set<string>([...after.survey.map(({ name = '' }) => name), ...generatedNames(after), '']);
  const gone = [...removed.map(({ name = '' }) => name), ...generatedNames(before)].filter(
    (name) => !left.has(name),
  );
  const isThere = (place: Place): boolean => typeof place === 'string' || kept.has(place.$kuid);
  const byPath = placesWithPathsTo(before, new Set(removed.map(({ $kuid }) => $kuid))).filter(isThere);
  return [...new Set([...placesReferringTo(after, gone), ...byPath])];
}
