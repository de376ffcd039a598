import { bySheetAndRow, describeProblem, FormProblem, FormProblemsError } from '../../content/form-problem';

/** Where in the workbook something stands. */
export interface Place {
  readonly sheet: string;
  readonly row?: number;
  readonly column?: string;
}

/** More than this nobody reads; what generated such a form has one fault, not thousands. */
const MOST_PROBLEMS = 1000;

/** Gathers what is wrong with a form while the compiler goes on, so that its author sees everything at once. */
export class ProblemLog {
  private readonly problems: FormProblem[] = [];
  private unsaid = 0;
  private readonly seen = new Set<string>();
  readonly warnings: string[] = [];

  /** @param deadExpressions what an expression is that no client can compute */
  constructor(private readonly deadExpressions: 'refuse' | 'warn' = 'refuse') {}

  /** Notes something that keeps the form from being compiled. The same sentence at the same place is noted once. */
  refuse(place: Place, message: string): void {
    const problem: FormProblem = { ...place, message };
    const sentence = describeProblem(problem);
    if (this.seen.has(sentence)) return;
    this.seen.add(sentence);
    if (this.problems.length < MOST_PROBLEMS) this.problems.push(problem);
    else this.unsaid++;
  }

  /** Notes an expression that no client can compute. */
  noteDead(place: Place, message: string): void {
    this[this.deadExpressions](place, message);
  }

  /** Notes something that the author should know although the form compiles. */
  warn(place: Place, message: string): void {
    const sentence = describeProblem({ ...place, message });
    if (this.seen.has(sentence) || this.warnings.length >= MOST_PROBLEMS) return;
    this.seen.add(sentence);
    this.warnings.push(sentence);
  }

  /** @throws FormProblemsError with all problems, in the order of sheets and rows. */
  throwIfRefused(): void {
    if (this.problems.length === 0) return;
    const problems = [...this.problems].sort(bySheetAndRow);
    if (this.unsaid > 0) {
      problems.push({
        sheet: 'survey',
        message: `There are ${this.unsaid} further problems. Correct these first.`,
      });
    }
    throw new FormProblemsError(problems);
  }
}
