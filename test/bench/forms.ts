import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileXForm } from '../../src/domain/xform/compile-xform';
import { formFromWorkbook } from '../../src/domain/xlsform/form-from-workbook';
import { readWorkbook } from '../../src/domain/xlsform/read-workbook';
import { largeForm } from './large-form';
import { median, type Report } from './report';

const CLI = join(__dirname, '..', '..', 'dist', 'src', 'cli', 'main.js');
const ROUNDS = 5;
const POLL_MS = 4;

/** Measures the compilation of an .xlsx to an XForm: speed, growth with the number of questions, and memory. */
export async function measureForms(report: Report, folder: string): Promise<void> {
  const perQuestion = new Map<number, number>();
  for (const questions of [100, 1000, 5000]) {
    const bytes = await largeForm(questions);
    const times: number[] = [];
    await convert(bytes);
    for (let round = 0; round < ROUNDS; round += 1) {
      const started = performance.now();
      await convert(bytes);
      times.push(performance.now() - started);
    }
    const milliseconds = median(times);
    perQuestion.set(questions, milliseconds / questions);
    report.figure(
      `form of ${questions} questions, ${questions * 3} choices, 4 languages to XForm`,
      milliseconds,
      'ms',
      questions === 1000 ? { most: 200 } : undefined,
    );
  }
  const rates = [...perQuestion.values()];
  report.ratio('time per question of 5000 to that of 100', rates[2]! / rates[0]!, {
    most: 1.5,
  });
  const file = join(folder, 'large.xlsx');
  writeFileSync(file, await largeForm(1000));
  const { peakMb, seconds } = await command(['xlsform', 'to-xform', file, join(folder, 'large.xml')]);
  report.figure('command on the form of 1000 questions, peak RSS', peakMb, 'MB', { most: 150 });
  report.figure('command on the form of 1000 questions', seconds * 1000, 'ms');
  const help = await command(['xlsform', 'check', join(folder, 'missing.xlsx')]);
  report.figure('start of the command', help.seconds * 1000, 'ms', { most: 500 });
}

async function convert(bytes: Uint8Array): Promise<string> {
  const workbook = await readWorkbook(bytes);
  const { content } = formFromWorkbook(workbook, { library: false, random: Math.random, stem: 'large' });
  return compileXForm(content, { defaultFormId: 'large' }).xml;
}

/** Runs a command; the peak RSS is read from /proc. */
async function command(args: string[]): Promise<{ peakMb: number; seconds: number }> {
  const started = performance.now();
  const child = spawn(process.execPath, [CLI, ...args], { stdio: 'ignore' });
  let peakKb = 0;
  const watch = setInterval(() => {
    try {
      peakKb = Math.max(
        peakKb,
        Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0),
      );
    } catch {
      // The process has exited between two samples.
    }
  }, POLL_MS);
  await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(watch);
  return { peakMb: peakKb / 1024, seconds: (performance.now() - started) / 1000 };
}
