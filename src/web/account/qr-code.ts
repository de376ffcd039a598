import { renderSVG } from 'uqr';
import { html, type Html } from '../page/html';

/** QR code as an image without a request: an SVG in a data URL, which the CSP allows. */
export function qrCode(text: string, alt: string): Html {
  const svg = renderSVG(text, { border: 2 });
  const url = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  return html`<img class="qr" src="${url}" alt="${alt}" width="240" height="240" />`;
}
