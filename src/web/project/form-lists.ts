import type { ListPart } from '../../domain/entity/list-forecast';
import { t } from '../../language/message';
import type { UsedList } from '../../modules/entity/entity-list.service';
import type { FormListForecast } from '../../modules/entity/form-list.service';
import { html, type Html, type HtmlValue, richText } from '../page/html';

/** Explains how another version of the form affects the lists. */
export function listNotes(lists: readonly UsedList[], forecast: readonly FormListForecast[]): Html {
  const saved = lists.filter(({ declares }) => declares);
  const read = lists.filter(({ declares, reads }) => reads && !declares);
  const effects = forecast.flatMap(effectsOf);
  if (lists.length === 0 && effects.length === 0) return html``;
  const names = (some: readonly UsedList[]): string => some.map(({ name }) => name).join(', ');
  return html`<section class="sheet" aria-labelledby="form-lists">
    <h2 id="form-lists"><a href="/library/lists/">${t('Lists that grow in the field')}</a></h2>
    ${
      saved.length > 0 &&
      html`<p>
        ${richText(
          'The form saves to <code>{names}</code>. A new version that saves to a list of another name begins an empty one: the entries stay in the old list. Columns that a new version does not save to stay too.',
          { code },
          { names: names(saved) },
        )}
      </p>`
    }
    ${
      read.length > 0 &&
      html`<p>
        ${richText('People choose from <code>{names}</code> in the form.', { code }, { names: names(read) })}
      </p>`
    }
    ${
      effects.length > 0 &&
      html`<p>${t('Once you deploy this version:')}</p>
        <ul>
          ${effects.map((effect) => html`<li>${effect}</li>`)}
        </ul>`
    }
  </section>`;
}

const code = (text: HtmlValue): Html => html`<code dir="auto">${text}</code>`;

/** One sentence for each thing that changes. */
function effectsOf({
  uid,
  name,
  propertiesAdded,
  propertiesDropped,
  deployed,
  draft,
}: FormListForecast): Html[] {
  const [added, dropped] = [propertiesAdded.join(', '), propertiesDropped.join(', ')];
  const saved = deployed.creates || deployed.updates;
  const saves = draft.creates || draft.updates;
  const sentence = (holds: boolean, write: () => Html): Html[] => (holds ? [write()] : []);
  if (saved && !saves) {
    return [
      richText(
        'The form does not save to <code>{name}</code> any more. The entries stay.',
        { code },
        { name },
      ),
      ...readingOf(name, deployed, draft),
    ];
  }
  return [
    ...sentence(uid === undefined, () =>
      richText('A new list <code>{name}</code> begins.', { code }, { name }),
    ),
    ...sentence(added !== '', () =>
      richText(
        '<code>{name}</code> gets the columns <code>{columns}</code>.',
        { code },
        { name, columns: added },
      ),
    ),
    ...sentence(dropped !== '', () =>
      richText(
        'The form does not save to the columns <code>{columns}</code> of <code>{name}</code> any more. What they hold stays.',
        { code },
        { name, columns: dropped },
      ),
    ),
    ...sentence(draft.creates && !deployed.creates, () =>
      richText('Submissions add entries to <code>{name}</code>.', { code }, { name }),
    ),
    ...sentence(deployed.creates && !draft.creates, () =>
      richText('Submissions do not add entries to <code>{name}</code> any more.', { code }, { name }),
    ),
    ...sentence(draft.updates && !deployed.updates, () =>
      richText('Submissions change entries of <code>{name}</code>.', { code }, { name }),
    ),
    ...sentence(deployed.updates && !draft.updates, () =>
      richText('Submissions do not change entries of <code>{name}</code> any more.', { code }, { name }),
    ),
    ...readingOf(name, deployed, draft),
  ];
}

function readingOf(name: string, { reads: before }: ListPart, { reads: after }: ListPart): Html[] {
  if (before === after) return [];
  return [
    after
      ? richText('People choose from <code>{names}</code> in the form.', { code }, { names: name })
      : richText('People do not choose from <code>{name}</code> in the form any more.', { code }, { name }),
  ];
}
