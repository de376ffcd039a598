import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ServiceClient } from '../../src/cli/demo/service-client';
import { findRunningEmbeddedPostgres } from '../../src/database/embedded-postgres/embedded-postgres';
import { withClient } from './dataset';
import { exportOnce } from './exports';
import { fillSurvey, makeSurvey } from './million-data';
import { ALL_PLACES, dataPath, INDEXED, OTHERS, REPORTS, type Work } from './million-work';
import { ServiceProcess } from './processes';
import { ROUNDS } from './comparison';
import { type Bound, median, type Report } from './report';

const SMALL = 10_000;
/** Rows per second. */
const MIN_EXPORT_RATIO = 0.8;
/** Of a few milliseconds each. */
const PAGE_ROUNDS = 25;
/** The job that builds indexes on answers runs every five minutes. */
const INDEXES_MS = 10 * 60_000;
const MAX_ATTEMPTS = 4;
/** Rows of another person's form. */
const TINY = 100;
const PAUSE_BETWEEN_EXPORTS_MS = 1_000;
/** A slow filter is counted in the background. */
const SETTLING_MS = 6_000;

interface Forms {
  readonly small: string;
  readonly large: string;
}

/** A form of another person. */
interface Other {
  readonly client: ServiceClient;
  readonly uid: string;
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
    const other = await makeOther(basic, service.url, password);
    await fillSurvey(url, forms.small, SMALL);
    await fillSurvey(url, other.uid, TINY);
    const started = performance.now();
    await fillSurvey(url, forms.large, rows);
    report.figure(`filling a form of ${rows}`, (performance.now() - started) / 1000, 's', { most: 300 });
    await new Million(report, service, forms, token, rows).measureFirstMap();
    await service.stop();
    service = await ServiceProcess.start(dataDir, password);
    const restarted = (await findRunningEmbeddedPostgres(join(dataDir, 'database')))!;
    const restartedOther = ServiceClient.withPassword(service.url, 'other', password);
    await new Million(report, service, forms, token, rows).measure(restarted, {
      ...other,
      client: restartedOther,
    });
  } finally {
    await service.stop();
  }
}

class Million {
  constructor(
    private readonly report: Report,
    private readonly service: ServiceProcess,
    private readonly forms: Forms,
    private readonly token: string,
    private readonly rows: number,
  ) {}

  async measureFirstMap(): Promise<void> {
    await this.timeFirstMap('first view ever');
  }

  /** As the page asks: what is known at once, then all. */
  private async timeFirstMap(view: string): Promise<void> {
    const name = `map of all places, ${view}`;
    await this.time(`${name}, first answer`, `map-clusters/?${ALL_PLACES}&partial=true`, 500);
    await this.time(`${name}, all`, `map-clusters/?${ALL_PLACES}`);
  }

  async measure(url: string, other: Other): Promise<void> {
    await this.timeFirstMap('first view of the process');
    const deep = (form: keyof Forms): string =>
      dataPath({ start: (form === 'small' ? SMALL : this.rows) - 100 });
    await this.compare('unfiltered page', () => dataPath({}), { most: 1.2 });
    await this.compare('deep page', deep, { most: 1.5 });
    for (const each of OTHERS) await this.work(each);
    for (const { name, path } of INDEXED) {
      const started = performance.now();
      const { status } = await this.get('large', path, true);
      const ms = performance.now() - started;
      this.report.figure(`${name}, without an index${status === 200 ? '' : ' (refused)'}`, ms, 'ms');
    }
    await waitForIndexes(url);
    for (const each of INDEXED) await this.work(each);
    for (const { name, path, most } of REPORTS) {
      await this.time(`${name}, first time`, path);
      await this.time(name, path, most);
      await this.compare(name, () => path, {});
    }
    await this.export('data.csv', MIN_EXPORT_RATIO);
    await this.exportFiles(other);
    this.report.figure('RSS at the end', this.service.rssMb, 'MB', { most: 250, isGoal: true });
  }

  private async time(name: string, path: string, most?: number): Promise<void> {
    const started = performance.now();
    // What takes longer than 30 s at first is continued by the next request.
    for (let attempt = 1; (await this.get('large', path, attempt < MAX_ATTEMPTS)).status !== 200;)
      attempt += 1;
    const bound = most === undefined ? undefined : { most, isGoal: true };
    this.report.figure(name, performance.now() - started, 'ms', bound);
  }

  private async work({ name, path, most, toPage = false, maxBytes }: Work): Promise<void> {
    const bound = { most, isGoal: true };
    if (toPage) await this.settle(path);
    // Refused filters take too long.
    if ((await this.get('large', path, true)).status !== 200)
      return this.report.figure(`${name}, refused`, NaN, 'ms', bound);
    await this.compare(name, () => path, toPage ? {} : { most });
    if (toPage) await this.compareToPage(name, path, bound);
    if (maxBytes === undefined) return;
    const { bytes } = await this.get('large', path);
    this.report.figure(`${name}, response`, bytes / 1000, 'kB', { most: maxBytes / 1000 });
  }

  /** Compares a filter with an unfiltered page of the large form. */
  private async compareToPage(name: string, path: string, bound: Bound): Promise<void> {
    const ratios: number[] = [];
    for (let round = 0; round < PAGE_ROUNDS; round += 1) {
      const unfiltered = await this.milliseconds('large', dataPath({}));
      ratios.push((await this.milliseconds('large', path)) / unfiltered);
    }
    this.report.ratio(`${name}, to an unfiltered page`, median(ratios), bound);
  }

  private async compare(
    name: string,
    pathOf: (form: keyof Forms) => string,
    { most, rounds = ROUNDS }: { readonly most?: number; readonly rounds?: number },
  ): Promise<void> {
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
  }

  /** Speed of export files, and how long another person waits for a small one meanwhile. */
  private async exportFiles(other: Other): Promise<void> {
    const seconds = { small: 0, large: 0 };
    const waits: number[] = [];
    const client = new ServiceClient(this.service.url, 'admin', `Token ${this.token}`);
    seconds.small = await exportOnce(client, this.forms.small, 'csv');
    const rise = await this.service.rssRiseMb(async () => {
      let isDone = false;
      const large = exportOnce(client, this.forms.large, 'csv').finally(() => (isDone = true));
      while (!isDone) {
        const started = performance.now();
        await exportOnce(other.client, other.uid, 'csv');
        waits.push(performance.now() - started);
        await pause(PAUSE_BETWEEN_EXPORTS_MS);
      }
      seconds.large = await large;
    });
    const [small, large] = [SMALL / seconds.small, this.rows / seconds.large];
    this.report.figure('CSV file, small form', small, 'rows/s');
    this.report.figure('CSV file, large form', large, 'rows/s');
    this.report.ratio(`CSV file, rows/s to ${SMALL} submissions`, large / small, {
      least: MIN_EXPORT_RATIO,
      isGoal: true,
    });
    this.report.figure('CSV file, large form, RSS rise', rise, 'MB', { most: 64, isGoal: true });
    const bound = { most: 2_000, isGoal: true };
    this.report.figure('small file of another person meanwhile, longest', Math.max(...waits), 'ms', bound);
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
      headers: { authorization: `Token ${this.token}` },
    });
    let bytes = 0;
    for await (const chunk of response.body!) bytes += (chunk as Uint8Array).length;
    if (response.status !== 200 && !mayFail) throw new Error(`${path} returned ${response.status}.`);
    return { status: response.status, bytes };
  }
}

async function makeOther(admin: ServiceClient, url: string, password: string): Promise<Other> {
  await admin.json('POST', '/api/v2/users/', { username: 'other', password });
  const client = ServiceClient.withPassword(url, 'other', password);
  return { client, uid: await makeSurvey(client, 'Tiny') };
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
