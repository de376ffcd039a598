/** Runs `work` for each item with limited concurrency. @throws the first error, once all workers have settled */
export async function forEachConcurrent<Item>(
  items: AsyncIterator<Item>,
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    try {
      for (let next = await items.next(); next.done !== true && !hasFailed; next = await items.next())
        await work(next.value);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const results = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
