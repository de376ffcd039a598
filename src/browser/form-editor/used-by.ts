import { ask, element } from './elements';
import type { Place } from './expression-cells';
import { labelOf } from './form-content';
import { text } from '../texts';

const MAX_NAMED = 10;

function namesOf(places: readonly Place[], language: number): string[] {
  const names = places.map((place) => (typeof place === 'string' ? place : labelOf(place, language)));
  return names.length > MAX_NAMED ? [...names.slice(0, MAX_NAMED), '…'] : names;
}

/** Says what paths lead elsewhere since rows were moved; empty without any. */
export function tornPathsText(torn: readonly Place[], language: number): string {
  return torn.length === 0 ? '' : text('tornPaths', { names: namesOf(torn, language).join(', ') });
}

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
  const answer = await ask(
    title,
    [
      element('p', {}, explanation),
      element(
        'ul',
        { class: 'ticks' },
        ...namesOf(places, language).map((each) => element('li', { dir: 'auto' }, each)),
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

/**
 * Asks before a new name if places do not follow it.
 * @param left places that have the former name, and do not follow
 * @param answer called at once if nothing is asked: a key that saves or undoes goes on with the new name
 */
export function confirmRename(
  {
    name,
    left,
    language,
  }: { readonly name: string; readonly left: readonly Place[]; readonly language: number },
  answer: (isConfirmed: boolean) => void,
): void {
  if (left.length === 0) return answer(true);
  const title = text('renameUsed', { name });
  const explanation = text('notFollowing');
  const confirm = text('rename');
  void confirmUse(left, { title, explanation, confirm, style: '', language }).then(answer);
}
