import type { FormContent } from './form-content';

/** As the service reports them. */
export interface FormProblem {
  readonly sheet: string;
  readonly row?: number;
  readonly column?: string;
  readonly message: string;
}

export interface FormCheck {
  readonly problems: readonly FormProblem[];
  readonly warnings: readonly string[];
}

/** Problems and warnings by the row that they concern. */
export interface RowProblems {
  readonly byKey: ReadonlyMap<string, readonly FormProblem[]>;
  /** By index of the sheet of choices. */
  readonly byChoice: ReadonlyMap<number, readonly FormProblem[]>;
  /** Problems of no question. */
  readonly others: readonly FormProblem[];
  readonly warnings: readonly string[];
  readonly count: number;
  /** False if the service could not be asked for those of the content on the screen. */
  readonly isCurrent: boolean;
}

export const NO_PROBLEMS: RowProblems = {
  byKey: new Map(),
  byChoice: new Map(),
  others: [],
  warnings: [],
  count: 0,
  isCurrent: true,
};

/** Row of a sheet with the header as its first. */
const FIRST_ROW = 2;

/** @param content that was checked */
export function problemsOf({ problems, warnings }: FormCheck, content: FormContent): RowProblems {
  const byKey = new Map<string, FormProblem[]>();
  const byChoice = new Map<number, FormProblem[]>();
  const others: FormProblem[] = [];
  const add = <Key>(map: Map<Key, FormProblem[]>, key: Key, problem: FormProblem): void => {
    const listed = map.get(key);
    if (listed === undefined) map.set(key, [problem]);
    else listed.push(problem);
  };
  for (const problem of problems) {
    const index = (problem.row ?? 0) - FIRST_ROW;
    const row = problem.sheet === 'survey' ? content.survey[index] : undefined;
    if (row !== undefined) add(byKey, row.$kuid, problem);
    else if (problem.sheet === 'choices' && index >= 0) add(byChoice, index, problem);
    else others.push(problem);
  }
  return { byKey, byChoice, others, warnings, count: problems.length, isCurrent: true };
}
