import { readStorageUrl, storageUrlProblem } from './storage-location';

describe('STORAGE_URL', () => {
  const bucket = { kind: 's3', bucket: 'forms', prefix: '', isPathStyle: false };

  it.each([
    ['file:///data/media', { kind: 'folder', folder: '/data/media' }],
    ['file:///data/our%20media/', { kind: 'folder', folder: '/data/our media/' }],
    ['s3://forms', bucket],
    ['s3://forms/', bucket],
    ['s3://forms/a/b/?region=eu-central-1', { ...bucket, prefix: 'a/b/', region: 'eu-central-1' }],
    [
      's3://forms?endpoint=http://minio:9000',
      { ...bucket, endpoint: 'http://minio:9000', isPathStyle: true },
    ],
    [
      's3://forms?endpoint=https://s3.example.org&pathStyle=false',
      { ...bucket, endpoint: 'https://s3.example.org' },
    ],
  ])('reads %s', (text, location) => {
    expect(storageUrlProblem(text)).toBeUndefined();
    expect(readStorageUrl(text)).toMatchObject(location);
  });

  it.each([
    ['/data/media', 'STORAGE_URL must be file:///data/media, or s3://bucket'],
    ['ftp://host/folder', 'must start with file:// or s3://'],
    ['file://media/files', 'three slashes'],
    ['file:///', 'three slashes'],
    ['file:./media', 'three slashes'],
    ['file:///data?media', 'three slashes'],
    ['s3:///prefix', 'must name a bucket'],
    ['s3://b', 'must name a bucket'],
    ['s3://bucket:9000/prefix', 'must name a bucket'],
    ['s3://bucket/%E0%A4', 'percent-encoded'],
    ['s3://bucket?endpoint=minio:9000', 'The endpoint in STORAGE_URL must be'],
    ['s3://bucket?endpoint=http://user:secret@minio', 'The endpoint in STORAGE_URL must be'],
    ['s3://bucket?pathStyle=yes', 'true or false'],
    ['s3://bucket?regoin=x', 'has an unknown parameter: regoin. Supported are region, endpoint, pathStyle'],
    ['s3://key:secret@bucket', 'must not hold credentials'],
  ])('reports the problem of %s without secrets', (text, message) => {
    expect(storageUrlProblem(text)).toContain(message);
    expect(storageUrlProblem(text)).not.toMatch(/secret@|key:/);
  });
});
