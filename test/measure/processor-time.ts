/**
 * Milliseconds of processor time that this process spends on `work`. Whatever else the machine does meanwhile does not
 * count, as it would on the clock on the wall; what else this process does does, so let it do nothing.
 */
export async function processorTimeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
