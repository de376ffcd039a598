import { encode } from 'uqr';
import { html, type Html } from './html';

/** Empty modules around the code, which scanners need (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A QR code as SVG, dark on white in dark mode too: many scanners read no inverted codes. */
export function qrCode(text: string, title: string): Html {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return html`<svg
    class="qr-code"
    role="img"
    aria-label="${title}"
    viewBox="0 0 ${size} ${size}"
    shape-rendering="crispEdges"
  >
    <rect width="${size}" height="${size}" fill="#fff" />
    <path d="${path}" fill="#000" />
  </svg>`;
}
