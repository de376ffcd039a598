const SVG = 'http://www.w3.org/2000/svg';
/** Properties that the stylesheet of the page gives; a picture has none. */
const PROPERTIES = [
  ...[
    'fill',
    'fill-opacity',
    'fill-rule',
    'stroke',
    'stroke-width',
    'font-size',
    'font-family',
    'font-weight',
  ],
  ...['text-anchor', 'letter-spacing', 'vector-effect', 'unicode-bidi', 'direction'],
];
const MARGIN = 16;
const TITLE_HEIGHT = 28;
const LEGEND_HEIGHT = 22;
const FONT = 'system-ui, sans-serif';
/** Pixels of a picture per pixel of the page. */
const SCALE = 2;

/** The chart as it is shown, with its title and legend, as a picture of its own. */
export function standaloneSvg(
  chart: SVGSVGElement,
  title: string,
  legend: readonly { readonly mark: Element; readonly name: string }[],
): string {
  const { width, height } = chart.getBoundingClientRect();
  const top = MARGIN + TITLE_HEIGHT + legend.length * LEGEND_HEIGHT;
  const page = getComputedStyle(chart.closest('.sheet') ?? document.body);
  const picture = element('svg', {
    xmlns: SVG,
    width: String(Math.ceil(width + 2 * MARGIN)),
    height: String(Math.ceil(top + height + MARGIN)),
  });
  picture.append(element('rect', { width: '100%', height: '100%', fill: page.backgroundColor }));
  picture.append(
    text(title, MARGIN, MARGIN + 14, { 'font-size': '17', 'font-weight': '600', fill: page.color }),
  );
  for (const [index, { mark, name }] of legend.entries()) {
    const y = MARGIN + TITLE_HEIGHT + index * LEGEND_HEIGHT;
    const { fill } = getComputedStyle(mark);
    picture.append(
      element('rect', { x: String(MARGIN), y: String(y), width: '14', height: '14', rx: '3', fill }),
    );
    picture.append(text(name, MARGIN + 22, y + 12, { 'font-size': '14', fill: page.color }));
  }
  const copy = chart.cloneNode(true) as SVGSVGElement;
  keepStyles(chart, copy);
  for (const [name, value] of Object.entries({ x: MARGIN, y: top, width, height }))
    copy.setAttribute(name, String(value));
  picture.append(copy);
  return new XMLSerializer().serializeToString(picture);
}

function element(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const created = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key !== 'xmlns') created.setAttribute(key, value);
  }
  return created;
}

function text(
  content: string,
  x: number,
  y: number,
  attributes: Readonly<Record<string, string>>,
): SVGElement {
  const created = element('text', { x: String(x), y: String(y), 'font-family': FONT, ...attributes });
  created.textContent = content;
  return created;
}

/** As attributes: a policy against inline styles lets them be. */
function keepStyles(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const property of PROPERTIES) {
    const value = style.getPropertyValue(property);
    if (value !== '') to.setAttribute(property, value);
  }
  to.removeAttribute('class');
  for (const [index, child] of [...from.children].entries()) keepStyles(child, to.children[index]!);
}

/** @throws Error if the browser can't draw it */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.naturalWidth * SCALE, image.naturalHeight * SCALE];
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('No picture.')) : resolve(blob)), 'image/png');
  });
}
