import { FORMER_JOB_NAMES, withFormerNames } from './former-job-names';

describe('withFormerNames', () => {
  const tasks = { 'imports.run': jest.fn(), 'sessions.delete-expired': jest.fn(), 'new.job': jest.fn() };

  it('runs jobs that an older version queued', () => {
    const named = withFormerNames(tasks);
    expect(named['import']).toBe(tasks['imports.run']);
    expect(named['forget sessions that are over']).toBe(tasks['sessions.delete-expired']);
  });

  it('keeps the identifiers, and adds no name without a task', () => {
    expect(withFormerNames(tasks)).toMatchObject(tasks);
    expect(Object.keys(withFormerNames(tasks))).toHaveLength(5);
  });
});

it('maps each former name to a distinct identifier', () => {
  const identifiers = Object.values(FORMER_JOB_NAMES);
  expect(new Set(identifiers).size).toBe(identifiers.length);
  for (const identifier of identifiers) expect(identifier).toMatch(/^[a-z-]+\.[a-z-]+$/);
});
