import { bindOf } from './binds';
import { Compilation, locationOf, resolveSource } from '../compilation';
import { entitiesIn, entityActions, entityBinds, entityNode } from './entities';
import { KoboAdditions, rootUuidBind } from '../kobo/kobo-additions';
import { element, XmlElement } from '../xml/xml-tree';
import { FormQuestion } from '../form/form-tree';
import { readParameters } from '../read/parameters';

const LOCATION = ['location-priority', 'location-min-interval', 'location-max-age'] as const;

/** Validates the parameters of an audit in combination: locations need all three of theirs. */
function validateAudit(compilation: Compilation, audit: FormQuestion): void {
  const { values } = readParameters(compilation, audit);
  const given = LOCATION.filter((key) => values.has(key));
  const refuse = (message: string) => compilation.log.refuse(locationOf(audit, 'parameters'), message);
  if (given.length > 0 && given.length < LOCATION.length) {
    refuse(
      'Locations need all three of location-priority, location-min-interval and location-max-age. Add the missing ones.',
    );
  } else if (Number(values.get('location-max-age')) < Number(values.get('location-min-interval'))) {
    refuse('location-max-age must not be less than location-min-interval. Correct one of them.');
  }
}

/** Children of the `meta` node and their binds (contract-xlsform 3.8). */
interface MetaBlock {
  readonly nodes: readonly XmlElement[];
  readonly binds: readonly XmlElement[];
}

/** Builds audit, entity, instanceID, instanceName and rootUuid, each only if the form has it. */
export function metaBlock(compilation: Compilation, { rootUuid }: KoboAdditions): MetaBlock {
  const { settings, survey, entities } = compilation;
  const path = `${survey.root.path}/meta`;
  const nodes: XmlElement[] = [];
  const binds: XmlElement[] = [];
  if (survey.audit !== null) {
    validateAudit(compilation, survey.audit);
    nodes.push(element('audit'));
    const bind = bindOf(compilation, survey.audit);
    if (bind !== null) binds.push(bind);
  }
  nodes.push(...entitiesIn(compilation, survey.root).map(entityNode));
  for (const entity of entities) {
    binds.push(...entityBinds(compilation, entity), ...entityActions(entity).inModel);
  }
  if (!settings.omitInstanceId) {
    nodes.push(element('instanceID'));
    binds.push(
      element('bind', {
        nodeset: `${path}/instanceID`,
        type: 'string',
        readonly: 'true()',
        'jr:preload': settings.instanceIdPreload,
      }),
    );
  }
  if (settings.instanceName !== undefined) {
    const at = { sheet: 'settings', row: 2, column: 'instance_name' };
    const calculate = resolveSource(compilation, settings.instanceName, { from: survey.root, at });
    nodes.push(element('instanceName'));
    binds.push(element('bind', { nodeset: `${path}/instanceName`, type: 'string', calculate }));
  }
  if (rootUuid !== undefined) {
    nodes.push(element('rootUuid'));
    binds.push(rootUuidBind(survey.root, rootUuid));
  }
  return { nodes, binds };
}
