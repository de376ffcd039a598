import { html, type Html } from '../page/html';
import { tablePath } from './data-path';
import { dataParameters, type DataQuery } from './data-query';
import type { FormColumns } from './form-columns';

/** Hidden inputs that keep the filters of the table on the map and in the gallery, and a link to change them. */
export function filterInputs(query: DataQuery, form: FormColumns): Html {
  const parameters = [...dataParameters(query, form, { sort: '' })].filter(([name]) => name !== 'c');
  return html`${parameters.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )}`;
}

/** The number of filters, with a link to the table that changes them. */
export function filterLink(assetUid: string, query: DataQuery, form: FormColumns): Html {
  const { size } = query.filters;
  const parameters = dataParameters(query, form);
  parameters.delete('rows');
  const path = tablePath(assetUid, parameters);
  return html`<a href="${path}"
    >${size === 0 ? 'Filter in the table' : size === 1 ? '1 filter' : `${size} filters`}</a
  >`;
}
