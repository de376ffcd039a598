import { emptyState, needsScripts } from '../page/components';
import { labelledSelect } from '../page/form-field';
import { html, type Html } from '../page/html';
import type { Visitor } from '../page/visitor';
import type { Project } from '../project/project-head';
import { presentProjectPage, projectPath } from '../project/project-page';
import { tablePath } from './data-path';
import { dataParameters, type DataQuery } from './data-query';
import type { FormColumns } from './form-columns';
import { filterInputs, filterLink } from './kept-filters';
import type { MapTiles } from '../../config/map-tiles';
import { answeredQuery, type PlacedQuestion } from './media-columns';

/** Submissions in one response of the API while the map loads. */
const BATCH = 1000;

export interface MapPage {
  readonly form: FormColumns;
  readonly query: DataQuery;
  readonly questions: readonly PlacedQuestion[];
  /** Undefined if the form has no question of place. */
  readonly chosen: PlacedQuestion | undefined;
  readonly tiles: MapTiles | undefined;
  readonly scripts: Html;
}

export function presentMap(visitor: Visitor, project: Project, page: MapPage) {
  const { chosen, tiles } = page;
  return presentProjectPage(visitor, project, {
    tab: 'map',
    wide: true,
    scripts: page.scripts,
    usesFetch: true,
    imageSources: tiles === undefined ? [] : [tiles.origin],
    body: html`<h2 class="visually-hidden">Map</h2>
      ${
        chosen === undefined
          ? emptyState({
              title: 'No places',
              text: 'The form has no question that is answered with a place.',
            })
          : mapOf(project.uid, page, chosen)
      }`,
  });
}

function mapOf(uid: string, { form, query, questions, tiles }: MapPage, chosen: PlacedQuestion): Html {
  const { question, outerPaths } = chosen;
  const list = new URLSearchParams({
    format: 'json',
    limit: String(BATCH),
    fields: JSON.stringify(outerPaths),
    // Each page of a filtered list counts all matches: without filters, submissions without a place are read too.
    ...(query.query !== undefined && { query: answeredQuery(query.query, [chosen]) }),
  });
  return html`<form class="search" method="get" action="${projectPath(uid, 'map/')}" aria-label="Map">
      ${filterInputs(query, form)}
      ${labelledSelect(
        'question',
        'Question',
        questions.map((each) => ({ value: each.question.key, label: each.label })),
        question.key,
      )}
      <button class="quiet">Show</button>
      ${filterLink(uid, query, form)}
    </form>
    <p class="soft" id="map-status" role="status"></p>
    ${needsScripts('The map needs JavaScript. The table shows the same places as text.')}
    <div
      id="map"
      role="region"
      aria-label="Map of places"
      data-source="/api/v2/assets/${uid}/data/?${list.toString()}"
      data-submissions="${tablePath(uid)}"
      data-parameters="${dataParameters(query, form).toString()}"
      data-type="${question.type}"
      data-paths="${JSON.stringify(question.paths)}"
      ${tiles !== undefined && html`data-tiles="${tiles.url}" data-attribution="${tiles.attribution}"`}
    ></div>`;
}
