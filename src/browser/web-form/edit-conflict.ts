import type { WebFormPage } from '../../domain/web-form/web-form-page';
import { pageHeaders } from './send';
import type { Texts } from './texts';

/** Change of a submission since its editor opened it. */
export type EditConflict =
  | { readonly kind: 'deleted' }
  /** @property by username, null without an account */
  | { readonly kind: 'changed'; readonly by: string | null; readonly at: Date };

/**
 * Asks why an edit was refused.
 * @param openedId instanceID of the state that was opened
 * @returns undefined if the submission is as it was, or nothing can be learnt
 */
export async function findConflict(
  { xml }: NonNullable<WebFormPage['instance']>,
  openedId: string,
): Promise<EditConflict | undefined> {
  const path = xml.replace(/\.xml$/, '/');
  try {
    const response = await fetchJson(path);
    if (response.status === 404) return { kind: 'deleted' };
    if (!response.ok) return undefined;
    const current = (await response.json()) as Record<string, unknown>;
    if (current['meta/instanceID'] === openedId) return undefined;
    const { count } = (await (await fetchJson(`${path}history/?limit=1`)).json()) as { count: number };
    const last = await fetchJson(`${path}history/?limit=1&start=${Math.max(0, count - 1)}`);
    const { results } = (await last.json()) as {
      results: { date_replaced: string; replaced_by: string | null }[];
    };
    const [edit] = results;
    return edit && { kind: 'changed', by: edit.replaced_by, at: new Date(edit.date_replaced) };
  } catch {
    return undefined;
  }
}

/** @param languages of the browser, for the time */
export function conflictText(conflict: EditConflict, texts: Texts, languages: readonly string[]): string {
  if (conflict.kind === 'deleted') return `${texts.deletedMeanwhile} ${texts.answersStay}`;
  const { by, at } = conflict;
  const isToday = at.toDateString() === new Date().toDateString();
  const format = new Intl.DateTimeFormat([...languages], {
    ...(!isToday && { dateStyle: 'medium' }),
    timeStyle: 'short',
  });
  const sentence = texts.changedMeanwhile
    .replace('{who}', () => by ?? texts.somebody)
    .replace('{time}', () => format.format(at));
  return `${sentence} ${texts.answersStay}`;
}

function fetchJson(path: string): Promise<Response> {
  return fetch(path, { headers: { ...pageHeaders(), Accept: 'application/json' } });
}
