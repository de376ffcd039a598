import { CentralSession } from '../../src/modules/migration/central/central-session';
import type { CentralOptions } from '../../src/modules/migration/central/central-form';
import { CentralSource } from '../../src/modules/migration/central/central.source';
import type { MigrationOptions } from '../../src/modules/migration/migration-options';
import type { CentralServer } from '../support/central-server';
import type { TestApp } from '../support/app';
import { FormEngine } from '../../src/workers/form-engine/form-engine';
import { runMigration } from './migration.factory';
import { workbook } from './workbook.factory';

interface CentralMove extends Partial<Omit<MigrationOptions, 'owner'>>, Partial<CentralOptions> {
  readonly url?: string;
  readonly password?: string;
  readonly token?: string;
}

/** Moves from an ODK Central server to an app. */
export async function moveFromCentral(
  target: TestApp,
  central: CentralServer,
  {
    url = central.origin,
    password = central.password,
    token,
    owner = 'owner',
    projects,
    movesRoles = true,
    ...options
  }: CentralMove = {},
) {
  const credentials = token === undefined ? { email: central.email, password } : { token };
  return runMigration(
    target,
    { baseUrl: url },
    (client) =>
      new CentralSource(
        url,
        new CentralSession(client, credentials),
        target.nest.get(FormEngine, { strict: false }),
        {
          owner,
          projects,
          pageSize: 2,
          movesRoles,
        },
      ),
    options,
  );
}

const TYPES: Readonly<Record<string, string>> = {
  text: 'type="string"',
  integer: 'type="int"',
  image: 'type="binary"',
};

/** XForm of questions by name; each value is a type of XLSForm. */
export function xformOf(
  xmlFormId: string,
  version: string,
  questions: Readonly<Record<string, string>>,
  submission = '',
): string {
  const names = Object.keys(questions);
  const binds = names.map((name) => `<bind nodeset="/data/${name}" ${TYPES[questions[name]!]!}/>`);
  const controls = names.map((name) =>
    questions[name] === 'image'
      ? `<upload mediatype="image/*" ref="/data/${name}"><label>The ${name}</label></upload>`
      : `<input ref="/data/${name}"><label>The ${name}</label></input>`,
  );
  const nodes = names.map((name) => `<${name}/>`).join('');
  return `<?xml version="1.0"?><h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml"><h:head><h:title>Wells</h:title><model><instance><data id="${xmlFormId}" version="${version}">${nodes}<meta><instanceID/></meta></data></instance>${binds.join('')}<bind nodeset="/data/meta/instanceID" type="string" readonly="true()"/>${submission}</model></h:head><h:body>${controls.join('')}</h:body></h:html>`;
}

/** XForm with a repeat and a place, at the top or in a group. */
export function repeatXformOf(xmlFormId: string, version: string, group = ''): string {
  const path = group === '' ? '/data' : `/data/${group}`;
  const inner = '<kids><kn/></kids><gp/>';
  const nodes = `<t/>${group === '' ? inner : `<${group}>${inner}</${group}>`}`;
  const controls = `<group ref="${path}/kids"><label>Kids</label><repeat nodeset="${path}/kids"><input ref="${path}/kids/kn"><label>Name</label></input></repeat></group><input ref="${path}/gp"><label>Place</label></input>`;
  const body = group === '' ? controls : `<group ref="${path}"><label>Home</label>${controls}</group>`;
  return `<?xml version="1.0"?><h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:jr="http://openrosa.org/javarosa"><h:head><h:title>Homes</h:title><model><instance><data id="${xmlFormId}" version="${version}">${nodes}<meta><instanceID/></meta></data></instance><bind nodeset="/data/t" type="string"/><bind nodeset="${path}/kids/kn" type="string"/><bind nodeset="${path}/gp" type="geopoint"/><bind nodeset="/data/meta/instanceID" type="string" readonly="true()"/></model></h:head><h:body><input ref="/data/t"><label>Text</label></input>${body}</h:body></h:html>`;
}

/** Version with an XLSForm and its XForm. */
export function versionOf(xmlFormId: string, version: string, questions: Readonly<Record<string, string>>) {
  const rows = Object.entries(questions).map(([name, type]) => [type, name, `The ${name}`]);
  const xlsx = workbook({
    survey: [['type', 'name', 'label'], ...rows],
    settings: [
      ['form_id', 'version', 'form_title'],
      [xmlFormId, version, 'Wells'],
    ],
  });
  return { version, xlsx, xform: xformOf(xmlFormId, version, questions) };
}
