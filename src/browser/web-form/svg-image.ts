const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';

/** Shapes, texts and paint. No scripts, links, animations, other documents or images, nor styles of the whole page. */
const ELEMENTS: ReadonlySet<string> = new Set(
  `svg g defs title desc path rect circle ellipse line polyline polygon text tspan linearGradient radialGradient stop
  clipPath pattern`.split(/\s+/),
);
/** Attributes of geometry. */
const ATTRIBUTES: ReadonlySet<string> = new Set(
  `viewBox preserveAspectRatio transform d points x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy width height offset
  gradientUnits gradientTransform spreadMethod clipPathUnits patternUnits patternTransform patternContentUnits`.split(
    /\s+/,
  ),
);
/** Properties of paint and text, as attributes, in `style`, and in style elements. */
const PROPERTIES: ReadonlySet<string> = new Set(
  `fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color stop-color stop-opacity clip-path clip-rule display visibility
  font-family font-size font-style font-weight letter-spacing text-anchor dominant-baseline paint-order
  vector-effect`.split(/\s+/),
);
const LOCAL_REFERENCE = /url\(\s*(["']?)#([^"')]+)\1\s*\)/g;
const MAX_ELEMENTS = 20_000;

/** Attribute with the id of an element in the file: ids of the page must not be taken by a picture. */
export const REGION = 'data-region';

/**
 * Copies the picture of an SVG file for the page: what is not on the lists above is left out, whatever the file has. Without
 * a file that can be read, undefined.
 * @param prefix of ids, to keep those of several pictures apart
 */
export function svgImage(text: string, prefix: string): SVGSVGElement | undefined {
  const source = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  if (source.namespaceURI !== SVG || source.localName !== 'svg') return undefined;
  if (source.getElementsByTagName('*').length > MAX_ELEMENTS) return undefined;
  const copies = new Map<Element, SVGElement>();
  const svg = copy(source) as SVGSVGElement;
  for (const sheet of source.getElementsByTagNameNS(SVG, 'style'))
    applyRules(sheet.textContent, copies, prefix);
  // Styles of an element come before those of the sheets.
  for (const [original, drawn] of copies) applyStyle((original as SVGElement).style, drawn, prefix);
  fitToPage(svg);
  return svg;

  function copy(element: Element): SVGElement {
    const drawn: SVGElement = document.createElementNS<'g'>(SVG, element.localName as 'g');
    copies.set(element, drawn);
    for (const { localName, namespaceURI, value } of element.attributes) {
      if (namespaceURI === XLINK || localName === 'href') copyReference(drawn, localName, value);
      else if (namespaceURI === null) copyAttribute(drawn, localName, value);
    }
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) drawn.append(child.textContent ?? '');
      else if (child instanceof Element && child.namespaceURI === SVG && ELEMENTS.has(child.localName))
        drawn.append(copy(child));
    }
    return drawn;
  }

  function copyAttribute(drawn: SVGElement, name: string, value: string): void {
    if (name === 'id') {
      drawn.id = prefix + value;
      drawn.setAttribute(REGION, value);
    } else if (ATTRIBUTES.has(name)) drawn.setAttribute(name, value);
    else if (PROPERTIES.has(name)) drawn.style.setProperty(name, localised(value, prefix));
  }

  /** Gradients and patterns inherit from others of the same file. */
  function copyReference(drawn: SVGElement, name: string, value: string): void {
    const isPaint = /Gradient$|^pattern$/.test(drawn.localName);
    if (isPaint && name === 'href' && value.startsWith('#'))
      drawn.setAttribute('href', `#${prefix}${value.slice(1)}`);
  }
}

function applyRules(css: string, copies: ReadonlyMap<Element, SVGElement>, prefix: string): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    const rules = [...sheet.cssRules].filter((rule) => rule instanceof CSSStyleRule);
    for (const { selectorText, style } of rules)
      for (const [original, drawn] of copies)
        if (original.matches(selectorText)) applyStyle(style, drawn, prefix);
  } catch {
    // A browser without such sheets, or a selector that it does not know: the shapes stay.
  }
}

function applyStyle(style: CSSStyleDeclaration, drawn: SVGElement, prefix: string): void {
  for (const name of style)
    if (PROPERTIES.has(name)) drawn.style.setProperty(name, localised(style.getPropertyValue(name), prefix));
}

/** Leads references to the ids of the copy; drops those to anything else, which a browser would fetch. */
export function localised(value: string, prefix: string): string {
  // Names of functions may have escapes: `u\72l(…)` is a URL too.
  if (value.includes('\\')) return '';
  const local = value.replace(LOCAL_REFERENCE, (_, __, id: string) => `url("#${prefix}${CSS.escape(id)}")`);
  return /(?:url|image|image-set|src|attr|env|var)\(/i.test(local.replace(/url\("#[^"]*"\)/g, ''))
    ? ''
    : local;
}

function fitToPage(svg: SVGSVGElement): void {
  const [width, height] = ['width', 'height'].map((name) => parseFloat(svg.getAttribute(name) ?? ''));
  if (!svg.hasAttribute('viewBox') && width! > 0 && height! > 0)
    svg.setAttribute('viewBox', `0 0 ${width!} ${height!}`);
  if (!svg.hasAttribute('viewBox')) return;
  svg.removeAttribute('width');
  svg.removeAttribute('height');
}
