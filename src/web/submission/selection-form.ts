import { parse } from 'node:querystring';
import { InvalidError } from '../../domain/errors';
import { type BulkSelection, readSelection } from '../../domain/submission/bulk-selection';
import { localPath } from '../page/local-path';
import { type Sent, textOf } from '../page/sent-form';
import { tablePath } from './data-path';
import { filterCount, readDataQuery } from './data-query';
import type { FormColumns } from './form-columns';

/** Path after a change: the table with its filters, or a submission. */
export function readBackPath(assetUid: string, sent: Sent): string {
  const fallback = tablePath(assetUid);
  const path = localPath(sent['back'], fallback);
  return path.startsWith(fallback) ? path : fallback;
}

/**
 * Reads the selection of the form for many: checked rows, or all that match the filters of the table.
 * @throws InvalidError without a selection, or for a filter that the form no longer has
 */
export function readTableSelection(form: FormColumns, sent: Sent): BulkSelection {
  if (sent['target'] !== 'all') {
    const ids = sent['ids'];
    if (ids === undefined)
      throw new InvalidError('No submission is selected. Select rows, or all submissions.');
    return readSelection({ submission_ids: Array.isArray(ids) ? (ids as unknown[]) : [ids] });
  }
  const view = parse(textOf(sent['view']));
  const { query, filters } = readDataQuery(form, view);
  // Without one of its filters, as after a deployment, "all found" would be more than the table showed.
  if (filters.size < filterCount(view))
    throw new InvalidError(
      'A filter no longer applies to the form. Open the table again and repeat the change.',
    );
  return query === undefined ? { kind: 'all' } : { kind: 'query', query };
}

/** The same selection without submissions that arrive later. @param newestId of those selected now */
export function boundedSelection(selection: BulkSelection, newestId: number): object {
  switch (selection.kind) {
    case 'ids':
      return { submission_ids: selection.ids };
    case 'all':
      return { query: { _id: { $lte: newestId } } };
    case 'query':
      return { query: { $and: [JSON.parse(selection.query), { _id: { $lte: newestId } }] } };
  }
}
