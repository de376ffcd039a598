import { Get } from '@nestjs/common';
import { Requires } from '../../authorization/policy';
import { Environment } from '../../config/environment';
import { mapTiles } from '../../config/map-tiles';
import { isGeoType, readGeometry } from '../../domain/geo/geometry';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { RepeatableQuery } from '../../http/negotiation/request';
import { type Dot, dotMap } from '../chart/dot-map';
import { BrowserFiles } from '../page/browser-files';
import { type Text, t } from '../../language/message';
import { PageController, type Sent } from '../page/handle-form';
import { html, type Html } from '../page/html';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { Projects } from '../project/project-head';
import { answerOf, type CellContext } from './answer-cell';
import { DataForms, questionsOfKind, type FormColumns, labelOf, type QuestionColumn } from './form-columns';
import { readDataQuery } from './data-query';
import type { Answers, SubmissionRow } from '../../domain/submission/submission-json';
import { presentUndeployed } from './data-table.page';
import { presentMap, readMapChoice } from './map.page';

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
    const query = readDataQuery(form, sent, visitor.zone);
    const questions = questionsOfKind(form.columns, 'place', query.language);
    return presentMap(visitor, project, {
      form,
      query,
      questions,
      chosen: questions.find(({ question }) => question.key === sent['question']) ?? questions[0],
      choice: readMapChoice(form, sent),
      tiles: mapTiles(this.environment),
      maxSubmissions: this.environment.MAX_MAP_SUBMISSIONS,
      scripts: this.files.tags('map'),
    });
  }
}

interface PlacedSubmission {
  readonly form: FormColumns;
  readonly row: SubmissionRow;
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
    <h3 id="places">${t('Place')}</h3>
    ${maps}
  </section>`;
}

function placeDescription(dots: readonly Dot[]): Text {
  const [first] = dots;
  return t('{count, plural, one {A point} other {# points}} at latitude {latitude}, longitude {longitude}.', {
    count: dots.length,
    latitude: first!.latitude,
    longitude: first!.longitude,
  });
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
