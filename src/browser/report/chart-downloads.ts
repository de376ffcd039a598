import { BYTE_ORDER_MARK, csvLine } from '../../domain/text/csv-line';
import { fileName, saveFile } from '../save-file';
import { text } from '../texts';
import { pngOf, standaloneSvg } from './standalone-svg';

/** Adds buttons that save the chart of a section as a picture and its table as CSV. */
export function addDownloads(section: HTMLElement): void {
  const title = section.querySelector('h2')?.textContent?.trim() ?? '';
  const chart = section.querySelector<SVGSVGElement>('svg.chart');
  const table = section.querySelector<HTMLTableElement>('details.numbers table, .table table');
  const buttons = document.createElement('div');
  buttons.className = 'chart-downloads';
  const add = (kind: string, fileOf: () => Blob | Promise<Blob>): void => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'quiet';
    button.textContent = kind;
    button.setAttribute('aria-label', text('Save as {kind}: {title}', { kind, title }));
    button.addEventListener('click', () => {
      void Promise.resolve(fileOf()).then((file) =>
        saveFile(file, `${fileName(title, 'chart')}.${kind.toLowerCase()}`),
      );
    });
    buttons.append(button);
  };
  if (chart !== null) {
    const svg = (): string => standaloneSvg(chart, title, legendOf(section));
    add('SVG', () => new Blob([svg()], { type: 'image/svg+xml' }));
    add('PNG', () => pngOf(svg()));
  }
  if (table !== null) add('CSV', () => new Blob([csvOf(table)], { type: 'text/csv' }));
  if (buttons.childElementCount > 0) section.append(buttons);
}

function legendOf(section: HTMLElement): { readonly mark: Element; readonly name: string }[] {
  return [...section.querySelectorAll('.legend li')].map((item) => ({
    mark: item.querySelector('rect')!,
    name: item.textContent?.trim() ?? '',
  }));
}

/** A table as shown, without formulas that a spreadsheet would run. */
function csvOf(table: HTMLTableElement): string {
  const lines = [...table.rows].map((row) =>
    csvLine([...row.cells].map((cell) => (cell.textContent ?? '').trim().replace(/\s+/g, ' '))),
  );
  return BYTE_ORDER_MARK + lines.join('');
}
