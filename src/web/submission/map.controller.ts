import { Get } from '@nestjs/common';
import { Requires } from '../../authorization/policy';
import { Environment } from '../../config/environment';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { RepeatableQuery } from '../../http/negotiation/request-url';
import { BrowserFiles } from '../page/browser-files';
import { PageController, type Sent } from '../page/handle-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { Projects, type Project, presentProjectPage, projectPath } from '../project/project-head';
import { DataForms } from './data-forms';
import {
  readDataQuery,
  tablePath,
  dataParameters,
  type DataQuery,
  filterInputs,
  filterLink,
} from './data-query';
import { presentUndeployed } from './data-table.page';
import { mapTiles, type MapTiles } from '../../config/map-tiles';
import { questionsOfKind, answeredQuery, type PlacedQuestion, type DataRow, type Answers } from './data-row';
import { emptyState, needsScripts } from '../page/components';
import { labelledSelect } from '../page/form-field';
import { html, type Html } from '../page/html';
import { type FormColumns, labelOf, type QuestionColumn } from './form-columns';
import { isGeoType, readGeometry } from '../../domain/geo/geometry';
import { type Dot, dotMap } from '../chart/dot-map';
import { answerOf, type CellContext } from './answer-cell';

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

function presentMap(visitor: Visitor, project: Project, page: MapPage) {
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

/** Map of a project; its script reads the places from the API. */
@PageController('projects/:uid/map')
export class MapController {
  constructor(
    private readonly projects: Projects,
    private readonly forms: DataForms,
    private readonly files: BrowserFiles,
    private readonly environment: Environment,
  ) {}

  @Get()
  @Requires('view_submissions', { see: 'view_asset' })
  async show(
    access: AssetAccess<'view_submissions'>,
    @CurrentVisitor() visitor: Visitor,
    @RepeatableQuery() sent: Sent,
  ) {
    const [project, form] = await Promise.all([
      this.projects.of(visitor.actor, access),
      this.forms.of(access),
    ]);
    if (form === undefined) return presentUndeployed(visitor, project, 'map');
    const query = readDataQuery(form, sent);
    const questions = questionsOfKind(form.columns, 'place', query.language);
    const chosen = questions.find(({ question }) => question.key === sent['question']) ?? questions[0];
    const scripts = this.files.tags('map');
    return presentMap(visitor, project, {
      form,
      query,
      questions,
      chosen,
      tiles: mapTiles(this.environment),
      scripts,
    });
  }
}

interface PlacedSubmission {
  readonly form: FormColumns;
  readonly row: DataRow;
  readonly context: CellContext;
}

/** A small map for each answered question of place outside repeats. */
export function places({ form, row, context }: PlacedSubmission): Html {
  const maps = form.columns.flatMap((column, index) => {
    const dots = column.kind === 'place' ? dotsOf(column, row.answers) : [];
    if (dots.length === 0) return [];
    const label = labelOf(column, context.language);
    const texts = { id: `place-${index}`, title: label, description: placeDescription(dots) };
    return [
      html`<h4 dir="auto">${label}</h4>
        <figure>${dotMap(texts, dots)}</figure>`,
    ];
  });
  if (maps.length === 0) return html``;
  return html`<section class="sheet" aria-labelledby="places">
    <h3 id="places">Place</h3>
    ${maps}
  </section>`;
}

function placeDescription(dots: readonly Dot[]): string {
  const [first] = dots;
  return `${dots.length === 1 ? 'A point' : `${dots.length} points`} at latitude ${first!.latitude}, longitude ${first!.longitude}.`;
}

function dotsOf(column: QuestionColumn, answers: Answers): Dot[] {
  const answer = answerOf(column, answers);
  const type = isGeoType(column.type) ? column.type : 'geopoint';
  const geometry = typeof answer === 'string' ? readGeometry(type, answer) : undefined;
  if (geometry === undefined) return [];
  const positions =
    geometry.type === 'Point'
      ? [geometry.coordinates]
      : geometry.type === 'LineString'
        ? geometry.coordinates
        : geometry.coordinates.flat();
  return positions
    .map(([longitude = NaN, latitude = NaN]) => ({ latitude, longitude, answers: 1 }))
    .filter(({ latitude, longitude }) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180);
}
