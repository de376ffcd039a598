import type { TestApp } from './app';

/** Kinds of recorded changes of a submission, oldest first. */
export async function changesOf(app: TestApp, submissionId: number): Promise<string[]> {
  const rows = await app.rows<{ kind: string }>(
    'SELECT kind FROM submission_change WHERE submission_id = $1 ORDER BY transaction_id',
    [submissionId],
  );
  return rows.map(({ kind }) => kind);
}
