import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { RequestHandler } from 'express';
import { DoorTable, type PlacedDoor } from '../access/door-table';
import { actorOf } from '../access/request-actor';
import { RouteAdmission } from '../auth/route-admission';
import { ExceptionsFilter } from '../http/errors/exceptions.filter';
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
    private readonly filter: ExceptionsFilter,
    private readonly host: HttpAdapterHost,
  ) {}

  /**
   * @param steps what every request passes before it comes to a route
   * @throws Error for a door that may not be opened, see `DoorTable`
   */
  open(server: Server, steps: readonly RequestHandler[]): void {
    const places = this.table.doors();
    const general = server.listeners('request') as Listener[];
    server.removeAllListeners('request').on('request', (incoming, outgoing) => {
      const taker = takerOf(places, incoming);
      if (taker === undefined) {
        for (const listen of general) listen(incoming, outgoing);
      } else {
        const pair = expressPair(incoming, outgoing, taker.params);
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
      this.host.httpAdapter.reply(response, await place.serve(actorOf(request), request));
    } catch (error) {
      this.filter.answer(error, request, response);
    }
  }
}

function takerOf(places: readonly PlacedDoor[], incoming: IncomingMessage): Taker | undefined {
  const { method, url = '' } = incoming;
  if (method !== 'POST') return undefined;
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  // What is escaped is another path than it looks.
  if (path.includes('%')) return undefined;
  for (const place of places) {
    const match = place.pattern.exec(path);
    if (match !== null)
      return place.door.isPlain(incoming) ? { place, params: { ...match.groups } } : undefined;
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
