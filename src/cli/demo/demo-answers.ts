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

export interface DemoAnswer {
  readonly answers: Readonly<Record<string, unknown>>;
  /** File name of a photo of the house. */
  readonly photo: string | undefined;
}

const NAMES = ['Asha', 'Ben', 'Chipo', 'Dieudonné', 'Esther', 'Fatou', 'Grace', 'Hassan', 'Inès', 'José'];
const REMARKS = [
  '',
  '',
  'The road floods in April.',
  'Merci !',
  'Please come back after the harvest.',
  'ماء نظيف',
];
const DAY_MS = 86_400_000;
/** Days over which the answers were given. */
const DAYS = 60;
/** Places in eastern Uganda, each with the sources of water that it has. */
const VILLAGES = [
  { latitude: 1.08, longitude: 34.17, water: ['tap', 'tap', 'well'] },
  { latitude: 1.71, longitude: 33.61, water: ['well', 'well', 'other'] },
  { latitude: 0.7, longitude: 34.16, water: ['tap', 'well', 'well'] },
  { latitude: 1.49, longitude: 33.93, water: ['well', 'well', 'river'] },
  { latitude: 0.62, longitude: 33.47, water: ['tap', 'well', 'river'] },
  { latitude: 0.95, longitude: 33.12, water: ['river', 'river', 'well'] },
  { latitude: 1.16, longitude: 33.7, water: ['river', 'well', 'other'] },
];
/** Half of the width of a village, in degrees. */
const VILLAGE_SIZE = 0.07;

/** Random but reproducible answers of one household. @param number seed, from 0 */
export function demoAnswer(number: number, now: Date): DemoAnswer {
  const random = generator(number + 1);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const whole = (min: number, max: number): number => min + Math.floor(random() * (max - min + 1));
  const started = new Date(now.getTime() - whole(0, DAYS - 1) * DAY_MS - whole(0, DAY_MS));
  const head = {
    start: iso(started),
    end: iso(new Date(started.getTime() + whole(120, 1500) * 1000)),
    today: day(started),
    deviceid: `demo:${whole(1, 9)}`,
  };
  if (random() < 0.08) return { answers: { ...head, consent: 'no' }, photo: undefined };

  const assets = ['phone', 'radio', 'bicycle', 'solar'].filter(() => random() < 0.45);
  const village = pick(VILLAGES);
  const near = (degrees: number): string => (degrees + (random() + random() - 1) * VILLAGE_SIZE).toFixed(6);
  const water = pick(village.water);
  const members = Array.from({ length: whole(1, 6) }, () => {
    const age = whole(0, 80);
    return {
      member_name: pick(NAMES),
      member_age: age,
      ...(age >= 6 && age <= 18 && { in_school: pick(['yes', 'yes', 'no']) }),
      is_child: age < 18 ? 1 : 0,
    };
  });
  const photoName = `${started.getTime()}-${number}.jpg`;
  const withPhoto = random() < 0.07;
  return {
    photo: withPhoto ? photoName : undefined,
    answers: {
      ...head,
      consent: 'yes',
      respondent: {
        full_name: `${pick(NAMES)} ${pick(['Okello', 'Diallo', 'Mwangi', 'Traoré', 'Banda'])}`,
        age: whole(18, 85),
        gender: pick(['female', 'female', 'male', 'male', 'other']),
        moved_in: day(new Date(started.getTime() - whole(30, 9000) * DAY_MS)),
        ...(assets.includes('phone') && { phone: `+2567${whole(10_000_000, 99_999_999)}` }),
      },
      dwelling: {
        location: `${near(village.latitude)} ${near(village.longitude)} ${whole(1050, 1250)} ${whole(3, 12)}`,
        ...(withPhoto && { photo: photoName }),
        water_source: water,
        ...(water === 'other' && { water_other: pick(['Rain', 'Vendor', 'Spring']) }),
        water_litres: (20 + random() * 180).toFixed(1),
        assets: assets.join(' '),
        ...(assets.includes('phone') && { phones_owned: whole(1, 4) }),
        fetch_time: `${String(whole(5, 19)).padStart(2, '0')}:${String(whole(0, 59)).padStart(2, '0')}:00.000+03:00`,
      },
      member: members,
      members: members.length,
      children: members.filter(({ is_child }) => is_child === 1).length,
      satisfaction: String(whole(1, 4)),
      remarks: pick(REMARKS),
    },
  };
}

function iso(date: Date): string {
  return date.toISOString().replace('Z', '+00:00');
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Seeded random numbers from 0 to 1 (mulberry32). */
function generator(seed: number): () => number {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
