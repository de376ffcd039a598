import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { RequestHandler } from 'express';
import { DoorTable, type PlacedDoor } from '../authorization/door-table';
import { RouteAdmission } from '../authentication/route-admission';
import { ExceptionsFilter } from '../http/errors/exceptions.filter';
import { TurnTaking } from '../admission-control/turn-taking';
import { type ExpressPair, expressPair } from './express-pair';

/** A door that takes a request, and the parameters of its path. */
interface Taker {
  readonly place: PlacedDoor;
  readonly params: Readonly<Record<string, string>>;
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Opens the doors of the service: what they take is served without Express's routing and Nest's machinery around a
 * handler, by the same steps, demands, answers and words for what went wrong (decision 103).
 */
@Injectable()
export class Doors {
  constructor(
    private readonly table: DoorTable,
    private readonly admission: RouteAdmission,
    private readonly turns: TurnTaking,
    private readonly filter: ExceptionsFilter,
    private readonly host: HttpAdapterHost,
  ) {}

  /**
   * @param steps what every request passes before it comes to a route
   * @throws Error for a door that may not be opened, see `DoorTable`
   */
  open(server: Server, steps: readonly RequestHandler[]): void {
    const places = byMethod(this.table.doors());
    const general = server.listeners('request') as Listener[];
    server.removeAllListeners('request').on('request', (incoming, outgoing) => {
      const taker = takerOf(places, incoming);
      if (taker === undefined) {
        for (const listen of general) listen(incoming, outgoing);
      } else {
        const pair = expressPair(incoming, outgoing, taker.params);
        pair.request.originalUrl = incoming.url ?? '';
        pass(steps, pair, (refusal) => {
          if (refusal === undefined) void this.serve(taker.place, pair);
          else this.filter.answer(refusal, pair.request, pair.response);
        });
      }
    });
  }

  /** @param refusal why a step let it go no further */
  private async serve(place: PlacedDoor, { request, response }: ExpressPair): Promise<void> {
    try {
      await this.admission.admit(request, response, place.route);
      await this.turns.take(request, response, place.route.served);
      this.host.httpAdapter.reply(response, await place.serve(request));
    } catch (error) {
      this.filter.answer(error, request, response);
    }
  }
}

type PlacesByMethod = ReadonlyMap<string, readonly PlacedDoor[]>;

function byMethod(places: readonly PlacedDoor[]): PlacesByMethod {
  const methods = new Set(places.map(({ route }) => route.method));
  return new Map(
    [...methods].map((method) => [method, places.filter(({ route }) => route.method === method)]),
  );
}

function takerOf(byVerb: PlacesByMethod, incoming: IncomingMessage): Taker | undefined {
  const { method = '', url = '' } = incoming;
  const places = byVerb.get(method);
  if (places === undefined) return undefined;
  const mark = url.indexOf('?');
  const sent = mark === -1 ? url : url.slice(0, mark);
  const path = sent.endsWith('/') ? sent.slice(0, -1) : sent;
  // What is escaped is another path than it looks.
  if (path.includes('%')) return undefined;
  for (const place of places) {
    const match = place.pattern.exec(path);
    if (match === null) continue;
    const params = { ...match.groups };
    if (place.door.isPlain(incoming, params)) return { place, params };
    return undefined;
  }
  return undefined;
}

/** One step after the other, as Express takes them; a step may hold what comes after it in a context of its own. */
function pass(steps: readonly RequestHandler[], pair: ExpressPair, then: (error?: unknown) => void): void {
  const next = (at: number, error?: unknown): void => {
    const step = steps[at];
    if (error !== undefined || step === undefined) return then(error);
    try {
      void step(pair.request, pair.response, (refusal?: unknown) => next(at + 1, refusal));
    } catch (thrown) {
      then(thrown);
    }
  };
  next(0);
}
