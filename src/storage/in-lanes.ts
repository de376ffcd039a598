/** Does `work` for each item, so many at a time. @throws the first error, once every lane has come to an end */
export async function inLanes<Item>(
  items: AsyncIterator<Item>,
  lanes: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let hasFailed = false;
  const lane = async (): Promise<void> => {
    try {
      for (let next = await items.next(); next.done !== true && !hasFailed; next = await items.next())
        await work(next.value);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
