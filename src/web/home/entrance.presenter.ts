/** What a program gets where the service begins: where to go on. */
export function presentEntrance(origin: string) {
  return {
    name: 'fieldhouse',
    api: `${origin}/api/v2/`,
    forms: `${origin}/formList`,
    documentation: `${origin}/api/docs/`,
    description: `${origin}/api/openapi.json`,
  };
}
