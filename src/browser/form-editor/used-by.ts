import { ask, element } from './elements';
import type { Place } from './expression-cells';
import { labelOf } from './form-content';
import { text } from '../texts';

const MAX_NAMED = 10;

interface UseQuestion {
  readonly title: string;
  readonly explanation: string;
  readonly confirm: string;
  readonly style: string;
  readonly language: number;
}

/** Names the places that refer to what is changed, and asks whether to go on; without any, at once. */
async function confirmUse(
  places: readonly Place[],
  { title, explanation, confirm, style, language }: UseQuestion,
): Promise<boolean> {
  if (places.length === 0) return true;
  const items = places.map((place) => (typeof place === 'string' ? place : labelOf(place, language)));
  const answer = await ask(
    title,
    [
      element('p', {}, explanation),
      element(
        'ul',
        { class: 'ticks' },
        ...items.slice(0, MAX_NAMED).map((each) => element('li', { dir: 'auto' }, each)),
        items.length > MAX_NAMED ? element('li', {}, '…') : undefined,
      ),
    ],
    [
      { value: 'confirm', label: confirm, style },
      { value: '', label: text('cancel') },
    ],
  );
  return answer === 'confirm';
}

export function confirmRemoval(title: string, users: readonly Place[], language: number): Promise<boolean> {
  const confirm = text('deleteAnyway');
  return confirmUse(users, { title, explanation: text('usedBy'), confirm, style: 'danger', language });
}

/** @param left places that have the former name, and do not follow */
export function confirmRename(name: string, left: readonly Place[], language: number): Promise<boolean> {
  const title = text('renameUsed', { name });
  return confirmUse(left, {
    title,
    explanation: text('notFollowing'),
    confirm: text('rename'),
    style: '',
    language,
  });
}
