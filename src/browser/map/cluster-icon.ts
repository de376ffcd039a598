import * as leaflet from 'leaflet';

const MAX_CIRCLE_PX = 56;
const POINT_PX = 16;
const SHORT_COUNT = new Intl.NumberFormat('en', { notation: 'compact' });
const SVG = 'http://www.w3.org/2000/svg';
/** Radius of the circle, and of the middle with its number. */
const OUTER = 50;
const INNER = 32;

/** Numbers of places by the class of their colour. */
export type Marks = Readonly<Record<string, number>>;

/** @param mark undefined: places have no colours */
export function pointIcon(mark: string | undefined): leaflet.DivIcon {
  const className = mark === undefined ? 'cluster' : `cluster marked ${mark}`;
  return leaflet.divIcon({ className, html: '', iconSize: [POINT_PX, POINT_PX] });
}

/** The number of places, in a ring of the colours of its places. */
export function clusterIcon(count: number, marks: Marks | undefined): leaflet.DivIcon {
  const size = Math.min(MAX_CIRCLE_PX, Math.round(24 + 4 * Math.log2(count)));
  const text = SHORT_COUNT.format(count);
  if (marks === undefined)
    return leaflet.divIcon({ className: 'cluster', html: text, iconSize: [size, size] });
  const label = document.createElement('span');
  label.textContent = text;
  const content = document.createElement('div');
  content.append(ringOf(marks, count), label);
  content.className = 'cluster marked parted';
  return leaflet.divIcon({ className: 'cluster-place', html: content, iconSize: [size, size] });
}

function ringOf(marks: Marks, count: number): SVGElement {
  const ring = document.createElementNS(SVG, 'svg');
  ring.setAttribute('viewBox', '-50 -50 100 100');
  ring.setAttribute('aria-hidden', 'true');
  let share = 0;
  for (const [mark, places] of Object.entries(marks)) {
    if (places === 0) continue;
    const next = share + places / count;
    ring.append(shape('path', `slice ${mark}`, { d: sliceOf(share, next) }));
    share = next;
  }
  ring.append(shape('circle', 'hole', { r: String(INNER) }));
  return ring;
}

function shape(name: string, className: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS(SVG, name);
  element.setAttribute('class', className);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** A part of the circle, from the top, clockwise. @param from and `to`: shares of the circle */
export function sliceOf(from: number, to: number): string {
  if (to - from > 0.9999)
    return `M0 -${OUTER}A${OUTER} ${OUTER} 0 1 1 0 ${OUTER}A${OUTER} ${OUTER} 0 1 1 0 -${OUTER}Z`;
  const at = (share: number): string =>
    [Math.sin(share * 2 * Math.PI), -Math.cos(share * 2 * Math.PI)]
      .map((part) => String(Math.round(part * OUTER * 100) / 100))
      .join(' ');
  return `M0 0L${at(from)}A${OUTER} ${OUTER} 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(to)}Z`;
}
