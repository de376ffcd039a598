import type { Page } from '../../domain/page';
import { t } from '../../language/message';
import type { SubmissionNote } from '../../modules/submission/read/submission-note.service';
import { timeText } from '../page/components';
import { html, type Html, richText } from '../page/html';

/** Notes on a submission, oldest first. */
export function noteList({ items, count }: Page<SubmissionNote>): Html {
  if (count === 0) return html``;
  return html`<section class="sheet" aria-labelledby="notes">
    <h3 id="notes">${t('Notes')}</h3>
    ${items.map(
      (note) =>
        html`<h4>${noteHead(note)}</h4>
          <p class="lines" dir="auto">${note.body}</p>`,
    )}
    ${
      count > items.length &&
      html`<p class="soft">
        ${t('{count, plural, one {# later note is not shown.} other {# later notes are not shown.}}', { count: count - items.length })}
      </p>`
    }
  </section>`;
}

function noteHead({ createdBy, dateCreated }: SubmissionNote): Html {
  const name = createdBy ?? t('unknown person');
  return dateCreated === null
    ? html`<span dir="auto">${name}</span>`
    : richText('{name}, {time}', {}, { name, time: timeText(dateCreated) });
}
