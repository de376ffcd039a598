import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ServiceClient } from '../../src/cli/demo/service-client';
import { findRunningEmbeddedPostgres } from '../../src/database/embedded-postgres/embedded-postgres';
import { withClient } from './dataset';
import { fillSurvey, makeSurvey, REPORTED } from './million-data';
import { ServiceProcess } from './processes';
import { ROUNDS } from './comparison';
import { median, type Report } from './report';

const SMALL = 10_000;
/** Rows per second. */
const MIN_EXPORT_RATIO = 0.8;
/** The job that builds indexes on answers runs every five minutes. */
const INDEXES_MS = 10 * 60_000;
const MAX_ATTEMPTS = 4;
/** A slow filter is counted in the background. */
const SETTLING_MS = 6_000;
const ALL_PLACES = 'question=place&bbox=-180,-90,180,90&zoom=3';

interface Work {
  readonly name: string;
  /** Below the asset. */
  readonly path: string;
  /** Goal of its ratio to the same work among the small form's submissions, or to an unfiltered page of the same form. */
  readonly most: number;
  readonly toPage?: boolean;
  readonly maxBytes?: number;
}

const data = (parameters: Readonly<Record<string, unknown>>): string =>
  `data/?limit=100${Object.entries(parameters)
    .map(([name, value]) => `&${name}=${encodeURIComponent(JSON.stringify(value))}`)
    .join('')}`;

/** Filters and orders that indexes serve once they were slow. */
const INDEXED: readonly Work[] = [
  { name: 'equality, 0.1 %', path: data({ query: { village: 'Village 7' } }), most: 1.5, toPage: true },
  { name: 'equality, 34 %', path: data({ query: { gender: 'female' } }), most: 3, toPage: true },
  {
    name: 'range of numbers, 0.3 %',
    path: data({ query: { income: { $gte: 100, $lt: 110 } } }),
    most: 1.5,
    toPage: true,
  },
  { name: 'range of numbers, 50 %', path: data({ query: { age: { $gte: 50 } } }), most: 3, toPage: true },
  {
    name: 'range of dates, 1 %',
    path: data({ query: { visited: { $gte: '2024-01-01', $lt: '2024-01-08' } } }),
    most: 1.5,
    toPage: true,
  },
  {
    name: '$in, 0.2 %',
    path: data({ query: { village: { $in: ['Village 7', 'Village 8'] } } }),
    most: 1.5,
    toPage: true,
  },
  { name: 'sort by a choice', path: data({ sort: { gender: 1 } }), most: 3 },
  { name: 'sort by a text, descending', path: data({ sort: { village: -1 } }), most: 3 },
  { name: 'sort by a number', path: data({ sort: { age: { number: 1 } } }), most: 3 },
];

const OTHERS: readonly Work[] = [
  { name: '$exists, 30 %', path: data({ query: { remarks: { $exists: true } } }), most: 3, toPage: true },
  {
    name: 'select_multiple, 40 %',
    path: data({ query: { crops: { $regex: '\\brice\\b' } } }),
    most: 3,
    toPage: true,
  },
  { name: 'submissions by user', path: 'counts/users/', most: 3 },
  { name: 'map of all places', path: `map-clusters/?${ALL_PLACES}`, most: 3, maxBytes: 200_000 },
  {
    name: 'map of a town',
    path: 'map-clusters/?question=place&bbox=0,0,2,2&zoom=9',
    most: 3,
    maxBytes: 200_000,
  },
];

const ALL_REPORTED = `reports/?names=${REPORTED.join()}`;
/** Milliseconds once it was read. */
const REPORTS = [
  { name: 'report of 25 questions', path: ALL_REPORTED, most: 1_000 },
  { name: 'report by gender', path: `${ALL_REPORTED}&split_by=gender`, most: 3_000 },
];

interface Forms {
  readonly small: string;
  readonly large: string;
}

/**
 * Compares work among many submissions with the same among ten thousand: rounds alternate between the two forms of one
 * service, and the ratio is the median of the ratios of the rounds.
 */
export async function measureMillion(
  report: Report,
  dataDir: string,
  password: string,
  rows: number,
): Promise<void> {
  let service = await ServiceProcess.start(dataDir, password);
  try {
    const url = (await findRunningEmbeddedPostgres(join(dataDir, 'database')))!;
    const basic = ServiceClient.withPassword(service.url, 'admin', password);
    const { token } = await basic.json<{ token: string }>('GET', '/token/');
    const forms = { small: await makeSurvey(basic, 'Small'), large: await makeSurvey(basic, 'Large') };
    await fillSurvey(url, forms.small, SMALL);
    const started = performance.now();
    await fillSurvey(url, forms.large, rows);
    report.figure(`filling a form of ${rows}`, (performance.now() - started) / 1000, 's', { most: 300 });
    const authorization = `Token ${token}`;
    await new Million(report, service, forms, authorization, rows).measureFirstMap();
    await service.stop();
    service = await ServiceProcess.start(dataDir, password);
    const restarted = (await findRunningEmbeddedPostgres(join(dataDir, 'database')))!;
    await new Million(report, service, forms, authorization, rows).measure(restarted);
  } finally {
    await service.stop();
  }
}

class Million {
  constructor(
    private readonly report: Report,
    private readonly service: ServiceProcess,
    private readonly forms: Forms,
    private readonly authorization: string,
    private readonly rows: number,
  ) {}

  async measureFirstMap(): Promise<void> {
    const name = 'map of all places, first view ever';
    await this.time(`${name}, first answer`, `map-clusters/?${ALL_PLACES}&partial=true`, 500);
    await this.time(`${name}, all`, `map-clusters/?${ALL_PLACES}`);
  }

  async measure(url: string): Promise<void> {
    await this.time('map of all places, first view of the process', `map-clusters/?${ALL_PLACES}`, 500);
    const deep = (form: keyof Forms): string => data({ start: (form === 'small' ? SMALL : this.rows) - 100 });
    const unfiltered = await this.compare('unfiltered page', () => data({}), { most: 1.2 });
    await this.compare('deep page', deep, { most: 1.5 });
    for (const each of OTHERS) await this.work(each, unfiltered);
    for (const { name, path } of INDEXED) {
      const started = performance.now();
      const { status } = await this.get('large', path, true);
      const ms = performance.now() - started;
      this.report.figure(`${name}, without an index${status === 200 ? '' : ' (refused)'}`, ms, 'ms');
    }
    await waitForIndexes(url);
    for (const each of INDEXED) await this.work(each, unfiltered);
    for (const { name, path, most } of REPORTS) {
      await this.time(`${name}, first time`, path);
      await this.time(name, path, most);
      await this.compare(name, () => path, {});
    }
    await this.export('data.csv', MIN_EXPORT_RATIO);
  }

  private async time(name: string, path: string, most?: number): Promise<void> {
    const started = performance.now();
    // What takes longer than 30 s at first is continued by the next request.
    for (let attempt = 1; (await this.get('large', path, attempt < MAX_ATTEMPTS)).status !== 200;)
      attempt += 1;
    const bound = most === undefined ? undefined : { most, isGoal: true };
    this.report.figure(name, performance.now() - started, 'ms', bound);
  }

  private async work(
    { name, path, most, toPage = false, maxBytes }: Work,
    unfiltered: number,
  ): Promise<void> {
    const bound = { most, isGoal: true };
    if (toPage) await this.settle(path);
    // Refused filters take too long.
    if ((await this.get('large', path, true)).status !== 200)
      return this.report.figure(`${name}, refused`, NaN, 'ms', bound);
    const ms = await this.compare(name, () => path, toPage ? {} : { most });
    if (toPage) this.report.ratio(`${name}, to an unfiltered page`, ms / unfiltered, bound);
    if (maxBytes === undefined) return;
    const { bytes } = await this.get('large', path);
    this.report.figure(`${name}, response`, bytes / 1000, 'kB', { most: maxBytes / 1000 });
  }

  /** @returns median milliseconds of the large form */
  private async compare(
    name: string,
    pathOf: (form: keyof Forms) => string,
    { most, rounds = ROUNDS }: { readonly most?: number; readonly rounds?: number },
  ): Promise<number> {
    const [times, ratios]: [number[], number[]] = [[], []];
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      const small = await this.milliseconds('small', pathOf('small'));
      const large = await this.milliseconds('large', pathOf('large'));
      if (round === 0) continue;
      times.push(large);
      ratios.push(large / small);
    }
    this.report.figure(`${name}, ${this.rows} submissions`, median(times), 'ms');
    this.report.ratio(
      `${name}, to ${SMALL} submissions`,
      median(ratios),
      most === undefined ? undefined : { most, isGoal: true },
    );
    return median(times);
  }

  /** Waits until the matches of a slow filter are counted. */
  private async settle(path: string): Promise<void> {
    await this.get('large', path, true);
    await pause(SETTLING_MS);
  }

  private async export(file: string, least: number): Promise<void> {
    const speeds = { small: 0, large: 0 };
    for (const form of ['small', 'large'] as const) {
      const rise = await this.service.rssRiseMb(async () => {
        const ms = await this.milliseconds(form, file);
        speeds[form] = ((form === 'small' ? SMALL : this.rows) * 1000) / ms;
      });
      this.report.figure(`${file}, ${form} form`, speeds[form], 'rows/s');
      this.report.figure(`${file}, ${form} form, RSS rise`, rise, 'MB', { most: 64, isGoal: true });
    }
    this.report.ratio(`${file}, rows/s to ${SMALL} submissions`, speeds.large / speeds.small, {
      least,
      isGoal: true,
    });
    this.report.figure('RSS at the end', this.service.rssMb, 'MB', { most: 250, isGoal: true });
  }

  private async milliseconds(form: keyof Forms, path: string): Promise<number> {
    const started = performance.now();
    await this.get(form, path);
    return performance.now() - started;
  }

  private async get(
    form: keyof Forms,
    path: string,
    mayFail = false,
  ): Promise<{ status: number; bytes: number }> {
    const response = await fetch(`${this.service.url}/api/v2/assets/${this.forms[form]}/${path}`, {
      headers: { authorization: this.authorization },
    });
    let bytes = 0;
    for await (const chunk of response.body!) bytes += (chunk as Uint8Array).length;
    if (response.status !== 200 && !mayFail) throw new Error(`${path} returned ${response.status}.`);
    return { status: response.status, bytes };
  }
}

/** Waits until every answer that was slow has an index. */
async function waitForIndexes(url: string): Promise<void> {
  const until = performance.now() + INDEXES_MS;
  await withClient(url, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ missing: number }>(
        `SELECT (SELECT count(*) FROM answer_index) - (
           SELECT count(*) FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid
            WHERE i.indisvalid AND c.relname ~ '^answers_[0-9]+_[0-9a-f]{12}$') AS missing`,
      );
      if (Number(rows[0]!.missing) === 0) return;
      if (performance.now() > until) throw new Error('The indexes were not built in time.');
      await pause(2_000);
    }
  });
}
