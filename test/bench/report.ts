import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import type { LoadResult } from './load';

export interface Bound {
  readonly least?: number;
  readonly most?: number;
  /** A target: missing it is reported and does not fail. */
  readonly isGoal?: boolean;
}

interface Line {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly bound: Bound | undefined;
  readonly details?: Readonly<Record<string, number>>;
}

/** One side of a paired run with the same load. */
export interface PairSide {
  readonly requestsPerSecond: number;
  /** CPU of the service and its database. */
  readonly cpuMsPerRequest: number;
  /** Share of time for which its event loop was runnable and not scheduled. */
  readonly waitedShare: number;
}

/** Bounds of ratios by the name of the comparison and the contender (design figures of the service). */
const TARGETS: readonly { name: RegExp; contender: string; to: string; bound: Bound }[] = [
  { name: /^intake, 32 clients/, contender: 'token', to: 'ceiling', bound: { least: 0.3 } },
  { name: /^intake, 32 clients/, contender: 'anonymous', to: 'ceiling', bound: { least: 0.3 } },
  { name: /^intake, 32 clients/, contender: 'basic', to: 'ceiling', bound: { least: 0.3 } },
  { name: /^intake, 1 clients/, contender: 'token', to: 'ceiling', bound: { least: 0.4, isGoal: true } },
  { name: /^intake, 1 clients/, contender: 'basic', to: 'ceiling', bound: { least: 0.4, isGoal: true } },
  { name: /^intake, 1 clients/, contender: 'anonymous', to: 'ceiling', bound: { least: 0.4, isGoal: true } },
  { name: /^intake with a photo/, contender: 'token', to: 'ceiling', bound: { least: 0.4, isGoal: true } },
  { name: /^intake, 32 clients/, contender: 'basic', to: 'token', bound: { least: 0.9 } },
  { name: /^page of/, contender: 'token', to: 'ceiling', bound: { least: 0.35 } },
  { name: /^list of/, contender: 'service', to: 'ceiling', bound: { least: 0.3, isGoal: true } },
  { name: /^formList of/, contender: 'service', to: 'ceiling', bound: { least: 0.5, isGoal: true } },
];

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** Collects figures and checks their bounds. */
export class Report {
  private readonly lines: Line[] = [];

  figure(name: string, value: number, unit: string, bound?: Bound): void {
    this.add({ name, value, unit, bound });
  }

  ratio(name: string, value: number, bound?: Bound): void {
    this.add({ name, value, unit: '×', bound });
  }

  /** Adds medians of the rounds, and of the ratios to the ceiling in the same rounds. */
  comparison(name: string, results: ReadonlyMap<string, readonly LoadResult[]>): void {
    const speeds = new Map(
      [...results].map(([label, rounds]) => [label, rounds.map((each) => each.requestsPerSecond)]),
    );
    for (const [label, rounds] of results) {
      this.add({
        name: `${name}, ${label}`,
        value: median(speeds.get(label)!),
        unit: 'requests/s',
        bound: undefined,
        details: {
          medianMs: round(median(rounds.map((each) => each.medianMs))),
          p99Ms: round(median(rounds.map((each) => each.p99Ms))),
          megabytesPerSecond: round(median(rounds.map((each) => each.megabytesPerSecond))),
        },
      });
    }
    for (const label of speeds.keys()) {
      if (label !== 'ceiling') this.addRatio(name, label, 'ceiling', speeds);
    }
    if (speeds.has('basic')) this.addRatio(name, 'basic', 'token', speeds);
  }

  /** Adds medians of both sides and of the paired ratios. Only the CPU ratio must hold: it varies least. */
  pairs(
    name: string,
    pairs: readonly { readonly before: PairSide; readonly now: PairSide }[],
    bound: Bound,
  ): void {
    for (const side of ['before', 'now'] as const) {
      const of = (figure: keyof PairSide): number => median(pairs.map((pair) => pair[side][figure]));
      this.add({
        name: `${name}, ${side}`,
        value: of('requestsPerSecond'),
        unit: 'requests/s',
        bound: undefined,
        details: { cpuMs: round(of('cpuMsPerRequest')), waited: round(of('waitedShare')) },
      });
    }
    const speeds = pairs.map(({ before, now }) => now.requestsPerSecond / before.requestsPerSecond);
    this.ratio(`${name}, now to before`, median(speeds), { ...bound, isGoal: true });
    const costs = pairs.map(({ before, now }) => before.cpuMsPerRequest / now.cpuMsPerRequest);
    this.ratio(`${name}, processor time before to now`, median(costs), bound);
  }

  get missed(): string[] {
    return this.lines
      .filter((line) => line.bound?.isGoal !== true && !holds(line))
      .map(({ name, value, unit }) => `${name} ${round(value)} ${unit}`);
  }

  text(facts: object): string {
    const width = Math.max(...this.lines.map(({ name }) => name.length));
    const rows = this.lines.map((line) => {
      const details = Object.entries(line.details ?? {}).map(([key, value]) => `${key} ${value}`);
      const result = line.bound === undefined ? '' : describeResult(line, line.bound);
      return `${line.name.padEnd(width)}  ${String(round(line.value)).padStart(9)} ${line.unit.padEnd(10)} ${[...details, result].join('  ')}`.trimEnd();
    });
    return [...Object.entries(facts).map(([key, value]) => `${key}: ${String(value)}`), '', ...rows].join(
      '\n',
    );
  }

  /** Lines as a table of a document. */
  markdown(): string {
    const rows = this.lines.map(({ name, value, unit, bound }) => {
      const goal = bound === undefined ? '–' : boundText(bound);
      const missed = bound === undefined || holds({ name, value, unit, bound }) ? '' : ' (missed)';
      return `| ${name} | ${goal} | ${shortened(value)} ${unit}${missed} |`;
    });
    return ['| Work | Goal | Measured |', '| --- | --- | --- |', ...rows].join('\n');
  }

  json(facts: object): object {
    return {
      ...facts,
      lines: this.lines.map((line) => ({ ...line, value: round(line.value), holds: holds(line) })),
    };
  }

  private addRatio(
    name: string,
    label: string,
    to: string,
    speeds: ReadonlyMap<string, readonly number[]>,
  ): void {
    const others = speeds.get(to)!;
    const ratios = speeds.get(label)!.map((speed, round) => speed / others[round]!);
    const target = TARGETS.find((each) => each.name.test(name) && each.contender === label && each.to === to);
    this.ratio(`${name}, ${label} to ${to}`, median(ratios), target?.bound);
  }

  private add(line: Line): void {
    this.lines.push(line);
    process.stderr.write(`${line.name}: ${round(line.value)} ${line.unit}\n`);
  }
}

function holds({ value, bound }: Line): boolean {
  return (
    (bound?.least === undefined || value >= bound.least) && (bound?.most === undefined || value <= bound.most)
  );
}

function describeResult(line: Line, bound: Bound): string {
  const kind = bound.isGoal === true ? 'goal ' : '';
  return `${kind}${boundText(bound)} ${holds(line) ? 'holds' : 'MISSED'}`;
}

function boundText({ least, most }: Bound): string {
  return [...(least === undefined ? [] : [`≥ ${least}`]), ...(most === undefined ? [] : [`≤ ${most}`])].join(
    ' ',
  );
}

function shortened(value: number): string {
  return String(value >= 100 ? Math.round(value) : Number(value.toPrecision(2)));
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Replaces the table of a million submissions in the document. */
export async function writeTable(path: string, table: string): Promise<void> {
  const [start, end] = ['<!-- bench --rows -->', '<!-- end -->'];
  const text = readFileSync(path, 'utf8');
  const [from, until] = [text.indexOf(start), text.indexOf(end)];
  if (from === -1 || until < from) throw new Error(`${path} has no ${start} before ${end}.`);
  const document = `${text.slice(0, from)}${start}\n\n${table}\n\n${text.slice(until)}`;
  const options = (await resolveConfig(path)) ?? {};
  writeFileSync(path, await format(document, { ...options, parser: 'markdown' }));
}
