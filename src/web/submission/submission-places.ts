import { isGeoType, readGeometry } from '../../domain/geo/geometry';
import { type Dot, dotMap } from '../chart/dot-map';
import { html, type Html } from '../page/html';
import { answerOf, type CellContext } from './answer-cell';
import type { DataRow, Answers } from './data-row';
import { type FormColumns, labelOf, type QuestionColumn } from './form-columns';

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
