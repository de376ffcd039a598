/** A time zone: what local clocks show at each instant. */
export interface TimeZone {
  /** IANA name, such as `Asia/Kathmandu`. */
  readonly name: string;
  /** Ascending; the first holds since ever. */
  readonly offsets: readonly ZoneOffset[];
}

export interface ZoneOffset {
  /** Epoch milliseconds. */
  readonly from: number;
  /** East of UTC. */
  readonly minutes: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export const UTC: TimeZone = { name: 'UTC', offsets: [{ from: -Infinity, minutes: 0 }] };

/** Between these, changes of offsets are found: before the first forms, and after those that anyone collects now. */
const FIRST_MS = Date.UTC(2000, 0, 1);
const LAST_MS = Date.UTC(2038, 0, 1);
/** Offsets change at most once in between. */
const STEP_MS = 20 * DAY_MS;

const NAME = /^[A-Za-z][\w+/-]{0,49}$/;

const MAX_ZONES = 1000;
const zones = new Map<string, TimeZone>();

/** The zone of an IANA name; undefined for an unknown one. */
export function findTimeZone(name: string): TimeZone | undefined {
  const found = zones.get(name);
  if (found !== undefined || !NAME.test(name)) return found;
  try {
    const zone = { name, offsets: offsetsOf(name) };
    // There are fewer zones; the rest are other spellings of them.
    if (zones.size >= MAX_ZONES) zones.clear();
    zones.set(name, zone);
    return zone;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function offsetsOf(name: string): ZoneOffset[] {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const minutesAt = (instant: number): number => {
    const parts = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, +value]));
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts;
    return (Date.UTC(year, month - 1, day, hour, minute) - instant) / MINUTE_MS;
  };
  const offsets = [{ from: -Infinity, minutes: minutesAt(FIRST_MS) }];
  for (let end = FIRST_MS + STEP_MS; end <= LAST_MS; end += STEP_MS) {
    const before = offsets.at(-1)!.minutes;
    const minutes = minutesAt(end);
    if (minutes === before) continue;
    let [low, high] = [end - STEP_MS, end];
    while (high - low > MINUTE_MS) {
      const middle = low + Math.floor((high - low) / MINUTE_MS / 2) * MINUTE_MS;
      if (minutesAt(middle) === before) low = middle;
      else high = middle;
    }
    offsets.push({ from: high, minutes });
  }
  return offsets;
}

/** Local date of an instant: `2026-03-01`. */
export function dayIn(zone: TimeZone, instant: Date): string {
  const time = instant.getTime();
  const { minutes } = zone.offsets.findLast(({ from }) => from <= time)!;
  return new Date(time + minutes * MINUTE_MS).toISOString().slice(0, 10);
}

/**
 * First instant of a local day; of the next one if the zone skipped the day. Midnight may be missing or come twice where
 * clocks change.
 * @param day `2026-03-01`, a date that exists
 */
export function startOfDay(zone: TimeZone, day: string): Date {
  const midnight = Date.parse(day);
  const near = zone.offsets.filter(({ from }, index) => {
    const until = zone.offsets[index + 1]?.from ?? Infinity;
    return from <= midnight + DAY_MS && until > midnight - DAY_MS;
  });
  const starts = near
    .flatMap(({ from, minutes }) => [midnight - minutes * MINUTE_MS, from])
    .filter((start) => Number.isFinite(start) && dayIn(zone, new Date(start)) >= day);
  return new Date(Math.min(...starts));
}
