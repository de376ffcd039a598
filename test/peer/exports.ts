import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** One line of cases.jsonl: a form with its submissions, and the exports of KoboToolbox. */
interface Case {
  readonly title: string;
  readonly uid: string;
  readonly formhub_uuid: string;
  readonly versions: readonly { readonly version: string; readonly content: object }[];
  readonly submissions: readonly SentSubmission[];
  readonly exports: readonly { readonly id: string; readonly options: ExportOptions }[];
  readonly reports: readonly { readonly id: string; readonly params: Params }[];
  readonly geodata: readonly { readonly id: string; readonly params: Params }[];
}

interface SentSubmission {
  /** Index of the version that was deployed on arrival. */
  readonly after: number;
  readonly xml: string;
  readonly json: { readonly _id: number; readonly _uuid: string };
  readonly meta: {
    readonly files?: readonly { readonly name: string; readonly mimetype: string }[];
    readonly deleted_files?: readonly string[];
    readonly validation_status?: string;
    readonly anonymous?: boolean;
  };
}

type Params = Readonly<Record<string, unknown>>;
type ExportOptions = Params & { readonly type: string; readonly submission_ids?: readonly number[] };

interface Row {
  readonly _id: number;
  readonly _uuid: string;
  readonly _attachments?: readonly { readonly uid: string; readonly media_file_basename: string }[];
}

export interface Target {
  readonly origin: string;
  readonly authorization: string;
}

const ENDING: Readonly<Record<string, string>> = { xls: 'xlsx', spss_labels: 'zip' };
const REQUEST_TIMEOUT_MS = 60_000;
const EXPORT_TIMEOUT_MS = 60_000;
const POLL_MS = 100;

/** Number of files written, and of cases without a route. */
export interface ExportRecording {
  readonly made: number;
  readonly unsupported: number;
}

/**
 * Creates the forms and submissions of the cases on a service and writes its exports into a folder as `<id>.<ending>`;
 * `map.json` maps ids of the service to those of the cases.
 */
export async function recordExports(
  target: Target,
  casesFile: string,
  folder: string,
  print: (line: string) => void,
): Promise<ExportRecording> {
  const names: Record<string, string> = {};
  const total = { made: 0, unsupported: 0 };
  const cases = readFileSync(casesFile, 'utf8').split('\n').filter(Boolean);
  for (const line of cases) {
    const replay = new Replay(target, JSON.parse(line) as Case, names);
    const { made, unsupported } = await replay.run(folder);
    total.made += made;
    total.unsupported += unsupported;
    print(`${replay.title}: ${made} generated, ${unsupported} unsupported`);
  }
  writeFileSync(join(folder, 'map.json'), JSON.stringify(names));
  return total;
}

interface Collection {
  readonly features: readonly { readonly properties: object }[];
}

/** Drops the places in repeats, which KoboToolbox leaves out (contract-data 7.3). */
function withoutCopies(ending: string, bytes: Buffer): Buffer | string {
  if (ending === 'kml')
    return bytes
      .toString()
      .replace(/<Placemark>(?:(?!<\/Placemark>).)*<Data name="_parent_index">.*?<\/Placemark>\n?/gs, '');
  if (ending !== 'geojson') return bytes;
  const own = (collection: Collection): Collection => ({
    ...collection,
    features: collection.features.filter(({ properties }) => !('_parent_index' in properties)),
  });
  const json = JSON.parse(bytes.toString()) as Collection | Collection[];
  return JSON.stringify(Array.isArray(json) ? json.map(own) : own(json));
}

class Replay {
  private uid = '';
  private rows: readonly Row[] = [];

  constructor(
    private readonly target: Target,
    private readonly testCase: Case,
    /** Ids of the service → ids of the case. */
    private readonly names: Record<string, string>,
  ) {}

  get title(): string {
    return this.testCase.title;
  }

  async run(folder: string): Promise<ExportRecording> {
    await this.fillIn();
    let made = 0;
    const { exports, reports, geodata } = this.testCase;
    for (const { id, options } of exports) made += await this.save(folder, id, this.makeExport(options));
    for (const { id, params } of reports)
      made += await this.save(folder, id, this.getReport({ version: 'newest', ...params }));
    for (const { id, params } of geodata) made += await this.save(folder, id, this.getGeoJson(params));
    return { made, unsupported: exports.length + reports.length + geodata.length - made };
  }

  /** Deploys each version and sends the submissions that came while it was deployed. */
  private async fillIn(): Promise<void> {
    const { title, versions, submissions } = this.testCase;
    for (const [index, { version, content }] of versions.entries()) {
      const asset = index === 0 ? await this.create(title, content) : await this.change(content);
      this.names[asset.version_id] = version;
      const verb = index === 0 ? 'POST' : 'PATCH';
      const deployed = await this.json<{ asset: { deployment__uuid: string } }>(verb, 'deployment/', {
        active: true,
        version_id: asset.version_id,
      });
      this.names[deployed.asset.deployment__uuid] = this.testCase.formhub_uuid;
      for (const submission of submissions) if (submission.after === index) await this.submit(submission);
    }
    this.rows = (await this.json<{ results: Row[] }>('GET', 'data/?limit=1000')).results;
    for (const submission of submissions) await this.finish(submission);
  }

  private async create(name: string, content: object): Promise<{ version_id: string }> {
    const body = { name, asset_type: 'survey', content };
    const response = await this.request('POST', '/api/v2/assets/', body);
    const asset = (await response.json()) as { uid: string; version_id: string };
    this.uid = asset.uid;
    this.names[asset.uid] = this.testCase.uid;
    if (this.testCase.submissions.some(({ meta }) => meta.anonymous)) {
      const permission = '/api/v2/permissions/add_submissions/';
      await this.json('POST', 'permission-assignments/', {
        user: '/api/v2/users/AnonymousUser/',
        permission,
      });
    }
    return asset;
  }

  private change(content: object): Promise<{ version_id: string }> {
    return this.json('PATCH', '', { content });
  }

  private async submit({ xml, meta }: SentSubmission): Promise<void> {
    const form = new FormData();
    form.append(
      'xml_submission_file',
      new Blob([this.toServiceIds(xml)], { type: 'text/xml' }),
      'submission.xml',
    );
    for (const { name, mimetype } of meta.files ?? []) {
      form.append(name, new Blob([name], { type: mimetype }), name);
    }
    const { origin, authorization } = this.target;
    const response = await fetch(meta.anonymous ? `${origin}/super/submission` : `${origin}/submission`, {
      method: 'POST',
      headers: { 'X-OpenRosa-Version': '1.0', ...(!meta.anonymous && { authorization }) },
      body: form,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (response.status !== 201)
      throw new Error(`${this.title}: ${response.status} ${await response.text()}`);
  }

  private async finish({ json, meta }: SentSubmission): Promise<void> {
    const row = this.rows.find(({ _uuid }) => _uuid === json._uuid);
    if (row === undefined) throw new Error(`${this.title}: ${json._uuid} was not found`);
    if (meta.validation_status !== undefined) {
      const status = { 'validation_status.uid': meta.validation_status };
      await this.request('PATCH', this.path(`data/${row._id}/validation_status/`), status);
    }
    for (const { uid, media_file_basename: name } of row._attachments ?? []) {
      if (meta.deleted_files?.includes(name)) await this.request('DELETE', this.path(`attachments/${uid}/`));
    }
  }

  private async makeExport(options: ExportOptions): Promise<{ ending: string; answer: Response }> {
    const ids = options.submission_ids?.map((id) => this.idOf(id));
    const response = await this.request('POST', this.path('exports/'), {
      ...options,
      ...(ids !== undefined && { submission_ids: ids }),
    });
    const ending = ENDING[options.type] ?? options.type;
    if (!response.ok) return { ending, answer: response };
    const { url } = (await response.json()) as { url: string };
    const result = await this.resultOf(url);
    return { ending, answer: await this.request('GET', new URL(result).pathname) };
  }

  /** @throws Error when the export fails or times out */
  private async resultOf(url: string): Promise<string> {
    for (let waited = 0; waited < EXPORT_TIMEOUT_MS; waited += POLL_MS) {
      const response = await this.request('GET', new URL(url).pathname);
      const task = (await response.json()) as { status: string; result: string | null; messages: object };
      if (task.status === 'error') throw new Error(`${this.title}: ${JSON.stringify(task.messages)}`);
      if (task.result !== null && task.status === 'complete') return task.result;
      await pause(POLL_MS);
    }
    throw new Error(`${this.title}: an export timed out`);
  }

  private async getReport(params: Params): Promise<{ ending: string; answer: Response }> {
    return {
      ending: 'json',
      answer: await this.request('GET', this.path(`reports/?${this.queryOf(params)}`)),
    };
  }

  private async getGeoJson(params: Params): Promise<{ ending: string; answer: Response }> {
    const query = this.queryOf({ ...params, format: 'geojson', limit: 1000 });
    return { ending: 'geojson', answer: await this.request('GET', this.path(`data/?${query}`)) };
  }

  /** @returns the number of files written: 0 without a route */
  private async save(
    folder: string,
    id: string,
    pending: Promise<{ ending: string; answer: Response }>,
  ): Promise<number> {
    const { ending, answer: response } = await pending;
    if (response.status === 404 || response.status === 405) return 0;
    const bytes = Buffer.from(await response.arrayBuffer());
    writeFileSync(join(folder, `${id}.${ending}`), withoutCopies(ending, bytes));
    return 1;
  }

  private queryOf(params: Params): string {
    const entries = Object.entries(params).map(([key, value]) => {
      return [key, typeof value === 'string' ? this.toServiceIds(value) : JSON.stringify(value)] as [
        string,
        string,
      ];
    });
    return new URLSearchParams(entries).toString();
  }

  /** Replaces ids of the case by those of the service. */
  private toServiceIds(text: string): string {
    return Object.entries(this.names).reduce((done, [own, theirs]) => done.replaceAll(theirs, own), text);
  }

  private idOf(id: number): number {
    const uuid = this.testCase.submissions.find(({ json }) => json._id === id)?.json._uuid;
    return this.rows.find(({ _uuid }) => _uuid === uuid)?._id ?? -1;
  }

  private path(below: string): string {
    return `/api/v2/assets/${this.uid}/${below}`;
  }

  private async json<T>(method: string, below: string, body?: object): Promise<T> {
    const response = await this.request(method, this.path(below), body);
    if (!response.ok)
      throw new Error(`${this.title}: ${method} ${below} ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  private request(method: string, path: string, body?: object): Promise<Response> {
    const { origin, authorization } = this.target;
    return fetch(origin + path, {
      method,
      headers: { authorization, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
  }
}
