import { bySheetAndRow, describeProblem, FormProblem, FormProblemsError } from '../../content/form-problem';

/** Location in the workbook. */
export type SourceLocation = Readonly<Pick<FormProblem, 'sheet' | 'row' | 'column'>>;

/** Limit of the reported problems; more have one common cause. */
const MAX_PROBLEMS = 1000;

/** Collects all problems and warnings of a form, so that its author sees them at once. */
export class ProblemLog {
  private readonly problems: FormProblem[] = [];
  private omittedCount = 0;
  private readonly seen = new Set<string>();
  readonly warnings: string[] = [];

  /** @param invalidExpressions treatment of expressions that no client can compute */
  constructor(private readonly invalidExpressions: 'refuse' | 'warn' = 'refuse') {}

  /** Adds a problem that prevents the compilation; duplicates are ignored. @returns undefined, the value that is missing */
  refuse(at: SourceLocation, message: string): undefined {
    const problem: FormProblem = { ...at, message };
    const sentence = describeProblem(problem);
    if (this.seen.has(sentence)) return;
    this.seen.add(sentence);
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(problem);
    else this.omittedCount++;
  }

  /** Adds a problem or a warning for an expression that no client can compute. */
  reportInvalidExpression(at: SourceLocation, message: string): void {
    this[this.invalidExpressions](at, message);
  }

  /** Adds a warning, which does not prevent the compilation; duplicates are ignored. */
  warn(at: SourceLocation, message: string): void {
    const sentence = describeProblem({ ...at, message });
    if (this.seen.has(sentence) || this.warnings.length >= MAX_PROBLEMS) return;
    this.seen.add(sentence);
    this.warnings.push(sentence);
  }

  /** @throws FormProblemsError with all problems, sorted by sheet and row */
  throwIfRefused(): void {
    if (this.problems.length === 0) return;
    const problems = [...this.problems].sort(bySheetAndRow);
    if (this.omittedCount > 0) {
      problems.push({
        sheet: 'survey',
        message: `There are ${this.omittedCount} further problems. Correct these first.`,
      });
    }
    throw new FormProblemsError(problems);
  }
}
