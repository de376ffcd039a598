/** A line that begins a room, two blanks in. */
const ROOM = /^ {2}([a-z0-9-]+)\/ /;
/** A line that tells what is inside the room above. */
const INSIDE = /^ {4}((?:[a-z0-9-]+\/ ?)+)$/;

/**
 * What a map of rooms names below a folder, by path.
 * @param map lines of README's map; what stands to the left of it is a folder of the root
 */
export function roomsOn(map: string): Map<string, string[]> {
  const rooms = new Map<string, string[]>();
  const add = (path: string, names: readonly string[]): void => {
    rooms.set(path, [...(rooms.get(path) ?? []), ...names]);
  };
  let [top, room] = ['', ''];
  for (const line of map.split('\n')) {
    top = /^(\w+)\/$/.exec(line)?.[1] ?? top;
    const [, begun] = ROOM.exec(line) ?? [];
    if (begun !== undefined) {
      room = begun;
      add(top, [room]);
    }
    const [, inside] = INSIDE.exec(line) ?? [];
    if (inside !== undefined) add(`${top}/${room}`, inside.replaceAll('/', '').split(' '));
  }
  return rooms;
}
