import sharp from 'sharp';

const WALLS = ['#c98b5e', '#e0c9a0', '#a9b7c0', '#d9a441', '#b5573f'];
const ROOFS = ['#7d4a2d', '#5b6b73', '#9c3b2e', '#3f5a4a'];
const SKIES = ['#bfe0f2', '#dcebf0', '#f3dcc0'];

/** A drawn house, a different one for each number. */
export function demoPhoto(number: number): Promise<Buffer> {
  const pick = (colours: readonly string[], step: number): string =>
    colours[Math.floor(number / step) % colours.length]!;
  const left = 90 + ((number * 37) % 80);
  const height = 110 + ((number * 13) % 50);
  const top = 330 - height;
  const rect = (background: string, at: readonly [x: number, y: number, width: number, height: number]) => ({
    input: { create: { width: at[2], height: at[3], channels: 3 as const, background } },
    left: at[0],
    top: at[1],
  });
  return sharp({ create: { width: 480, height: 400, channels: 3, background: pick(SKIES, 1) } })
    .composite([
      rect('#9db27c', [0, 260, 480, 60]),
      rect('#b98d5f', [0, 320, 480, 80]),
      rect(pick(WALLS, 1), [left, top, 230, height]),
      rect(pick(ROOFS, 2), [left - 20, top - 26, 270, 26]),
      rect('#33424a', [left + 30, top + 36, 46, 42]),
      rect('#4c3322', [left + 130, 246, 50, 84]),
    ])
    .jpeg({ quality: 80 })
    .toBuffer();
}
