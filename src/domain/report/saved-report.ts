import { InvalidError } from '../errors';
import { isJsonObject, type JsonObject } from '../text/json-members';

/** A report with a name: the parameters of its page. */
export interface SavedReport {
  readonly id: string;
  readonly name: string;
  /** Of the address, without `?`. */
  readonly query: string;
}

export const MAX_SAVED_REPORTS = 50;
const MAX_NAME_LENGTH = 100;
const MAX_QUERY_LENGTH = 2000;

/** Reads the reports of `report_custom`, by name; entries of other applications have no address and are left out. */
export function savedReports(custom: JsonObject): SavedReport[] {
  return Object.entries(custom)
    .flatMap(([id, entry]) => {
      if (!isJsonObject(entry)) return [];
      const { name, query } = entry;
      return typeof name === 'string' && typeof query === 'string' ? [{ id, name, query }] : [];
    })
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/**
 * Adds a report, or replaces that of the same name. Other entries stay.
 * @param newId of an added one @throws InvalidError for a missing or long name, and for too many reports
 */
export function withReport(custom: JsonObject, report: Omit<SavedReport, 'id'>, newId: string): JsonObject {
  const name = report.name.trim();
  if (name === '') throw InvalidError.at('name', 'Give the report a name.');
  if (name.length > MAX_NAME_LENGTH)
    throw InvalidError.at('name', `The name has more than ${MAX_NAME_LENGTH} characters. Shorten it.`);
  if (report.query.length > MAX_QUERY_LENGTH)
    throw InvalidError.at('name', 'The report names too many questions to be saved. Choose fewer.');
  const saved = savedReports(custom);
  const former = saved.find((each) => each.name === name);
  if (former === undefined && saved.length >= MAX_SAVED_REPORTS)
    throw InvalidError.at('name', `A project keeps ${MAX_SAVED_REPORTS} reports. Delete one first.`);
  const id = former?.id ?? newId;
  const shown = new URLSearchParams(report.query);
  return {
    ...custom,
    // The first four members are those of KoboToolbox.
    [id]: {
      crid: id,
      name,
      questions: (shown.get('names') ?? '').split(',').filter((each) => each !== ''),
      reportStyle: { groupDataBy: shown.get('split_by') ?? '' },
      query: report.query,
    },
  };
}

export function withoutReport(custom: JsonObject, id: string): JsonObject {
  return Object.fromEntries(Object.entries(custom).filter(([key]) => key !== id));
}
