import {
  type ChangedQuestion,
  consequenceOf,
  type FormComparison,
  type Question,
} from '../../domain/form-history/form-comparison';
import { knownText, type Text, t } from '../../language/message';
import { badge, notice } from '../page/components';
import { html, type Html, richText } from '../page/html';

/** Differences of two versions, each with what it means for collected data. */
export function changesSection(
  { added, removed, changed }: FormComparison,
  title: Text,
  unchanged: Text,
): Html {
  if (added.length + removed.length + changed.length === 0) return notice(unchanged);
  return html`<section class="sheet" aria-labelledby="changes">
    <h2 id="changes">${title}</h2>
    <ul class="plain">
      ${added.map((question) => changeItem(question, badge(t('added'), 'good'), [{ what: 'added' }]))}
      ${removed.map((question) => changeItem(question, badge(t('removed'), 'bad'), [{ what: 'removed' }]))}
      ${changed.map((question) => changeItem(question, badge(t('changed'), 'caution'), question.differences))}
    </ul>
  </section>`;
}

type Change = Parameters<typeof consequenceOf>[0];

function changeItem(
  { label, path }: Question | ChangedQuestion,
  mark: Html,
  changes: readonly Change[],
): Html {
  return html`<li>
    <div>
      ${mark} <strong dir="auto">${label}</strong> <code>${path}</code>
      ${changes.map(
        (change) => html`<p class="hint">${differenceText(change)} ${knownText(consequenceOf(change))}</p>`,
      )}
    </div>
  </li>`;
}

const code = (text: Parameters<typeof html>[1]): Html => html`<code>${text}</code>`;

function differenceText(difference: Change): Html | undefined {
  switch (difference.what) {
    case 'added':
    case 'removed':
      return undefined;
    case 'path':
      return richText('Moved or renamed from <code>{from}</code>.', { code }, { from: difference.from });
    case 'repeat':
      return richText(
        'Moved into or out of a repeat, from <code>{from}</code>.',
        { code },
        { from: difference.from },
      );
    case 'type': {
      const { from, to } = difference;
      return richText('Type changed from <code>{from}</code> to <code>{to}</code>.', { code }, { from, to });
    }
    case 'choices-added':
      return richText('Choices added: {names}.', {}, { names: codes(difference.names) });
    case 'choices-removed':
      return richText('Choices removed: {names}.', {}, { names: codes(difference.names) });
    case 'logic':
      return richText('Changed: {names}.', {}, { names: codes(difference.columns) });
    case 'texts':
      return html`${t('Texts changed.')}`;
  }
}

const MAX_NAMES = 20;

function codes(names: readonly string[]): Html {
  const shown = names
    .slice(0, MAX_NAMES)
    .map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`);
  const rest = names.length - shown.length;
  return html`${shown}${rest > 0 && html` ${t('and {count, number} more', { count: rest })}`}`;
}
