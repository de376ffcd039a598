import { Get, Param, Query } from '@nestjs/common';
import { type MapTiles, mapTiles } from '../../config/map-tiles';
import { type ListRow, EntityListService } from '../../modules/entity/entity-list.service';
import { t } from '../../language/message';
import { emptyState, needsScripts } from '../page/components';
import { labelledSelect } from '../page/form-field';
import { html, type Html, richText } from '../page/html';
import { presentHtmlPage } from '../page/page';
import { mapTexts } from '../page/script-texts';
import { type Visitor, CurrentVisitor } from '../page/visitor';
import { listParameters, listPath, type ListQuery, listTrail, readListQuery } from './entity-list.page';
import { SignedIn } from '../../authorization/policy';
import { Environment } from '../../config/environment';
import type { UserActor } from '../../domain/account/actor';
import { EntityService } from '../../modules/entity/entity.service';
import { BrowserFiles } from '../page/browser-files';
import { PageController, type Sent } from '../page/handle-form';

/** Entries in one response of the API while the map loads. */
const BATCH = 1000;
/** Properties in the card of a pin. */
const MAX_SHOWN = 8;

interface ListMap {
  readonly query: ListQuery;
  /** Properties that are places. */
  readonly properties: readonly string[];
  readonly chosen: string | undefined;
  readonly tiles: MapTiles | undefined;
  readonly scripts: Html;
}

function presentListMap(visitor: Visitor, list: ListRow, map: ListMap) {
  const { chosen, tiles, scripts } = map;
  const title = t('Map');
  return presentHtmlPage(visitor, {
    title,
    section: 'library',
    head: { title, trail: [...listTrail(), { path: listPath(list.uid), name: list.name }], label: title },
    wide: true,
    scripts,
    scriptTexts: mapTexts(),
    usesFetch: true,
    imageSources: tiles === undefined ? [] : [tiles.origin],
    body:
      chosen === undefined
        ? emptyState({
            title: t('No places'),
            text: t(
              'No column of the list has places. Forms fill one if a question of place is saved to it.',
            ),
            actions: html`<a class="button" href="${listPath(list.uid)}">${t('Back to the list')}</a>`,
          })
        : html`${mapForm(list, map, chosen)} ${mapOf(list, map, chosen)}`,
  });
}

function mapForm({ uid }: ListRow, { query, properties }: ListMap, chosen: string): Html {
  const path = listPath(uid, 'map/');
  return html`<form class="map-form" method="get" action="${path}" aria-label="${t('Map')}">
    ${Object.entries(listParameters(query)).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${
      properties.length > 1 &&
      html`${labelledSelect(
          'property',
          t('Column'),
          properties.map((name) => ({ value: name, label: name, isEntered: true })),
          chosen,
        )} <button class="quiet map-show">${t('Show')}</button>`
    }
    <output id="map-status"></output>
  </form>`;
}

function mapOf({ uid, properties }: ListRow, { query, tiles }: ListMap, chosen: string): Html {
  const source = new URLSearchParams({
    limit: String(BATCH),
    ...(query.search !== '' && { q: query.search }),
    ...(query.onlyConflicts && { conflict: 'true' }),
  });
  const shown = properties
    .filter((name) => name !== chosen)
    .slice(0, MAX_SHOWN)
    .map((name) => ({ label: name, paths: [name], kind: 'text', choices: [] }));
  return html`${needsScripts(
      richText('The map needs JavaScript. The <list>list</list> has the same places as text.', {
        list: (text) => html`<a href="${listPath(uid)}">${text}</a>`,
      }),
    )}
    <div class="places">
      <div
        id="map"
        role="region"
        aria-label="${t('Map of places')}"
        data-source="/api/v2/entity-lists/${uid}/entities/?${source.toString()}"
        data-entries
        data-submissions="${listPath(uid, 'entries/')}"
        data-paths="${JSON.stringify([chosen])}"
        data-shown="${JSON.stringify(shown)}"
        ${tiles !== undefined && html`data-tiles="${tiles.url}" data-attribution="${tiles.attribution}"`}
      ></div>
    </div>`;
}

/** Map of a list; its script reads the places from the API. */
@PageController('library/lists/:list/map')
export class ListMapController {
  constructor(
    private readonly lists: EntityListService,
    private readonly entities: EntityService,
    private readonly files: BrowserFiles,
    private readonly environment: Environment,
  ) {}

  @Get()
  @SignedIn()
  async show(@CurrentVisitor() visitor: Visitor<UserActor>, @Param('list') uid: string, @Query() sent: Sent) {
    const [list, properties] = await Promise.all([
      this.lists.show(visitor.actor, uid),
      this.entities.placeProperties(visitor.actor, uid),
    ]);
    return presentListMap(visitor, list, {
      query: readListQuery(sent),
      properties,
      chosen: properties.find((name) => name === sent['property']) ?? properties[0],
      tiles: mapTiles(this.environment),
      scripts: this.files.tags('map'),
    });
  }
}
