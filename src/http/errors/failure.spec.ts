import { BadRequestException, NotFoundException } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';
import {
  ConflictError,
  InvalidError,
  NotFoundError,
  OverQuotaError,
  TooManyRequestsError,
  WrongStateError,
} from '../../domain/errors';
import { failureOf } from './failure';

const ofStatement = (error: Error) => new QueryFailedError('', [], error);
const withCode = (code: string) => Object.assign(new Error('x'), { code });

describe('failureOf', () => {
  it.each([
    [new NotFoundError(), 404],
    [new InvalidError('Correct it.'), 400],
    [new ConflictError('Twice.'), 409],
    [new WrongStateError('Archived.'), 405],
    [new OverQuotaError('Full.'), 402],
    [new TooManyRequestsError('Slow down.', 30), 429],
    [new NotFoundException('Cannot GET /x'), 404],
    [new BadRequestException('no'), 400],
    [Object.assign(new Error('the request of a library'), { status: 400, expose: true }), 400],
    [Object.assign(new Error('a library of the server'), { status: 400 }), 500],
    [withCode('08006'), 503],
    [withCode('ECONNREFUSED'), 503],
    [withCode('53300'), 503],
    [withCode('57P01'), 503],
    [withCode('57014'), 503],
    [withCode('40P01'), 503],
    [withCode('40001'), 503],
    [withCode('55P03'), 503],
    [withCode('3D000'), 503],
    [new Error('timeout exceeded when trying to connect'), 503],
    [new Error('Query runner already released. Cannot run queries anymore.'), 503],
    [new Error('Client has encountered a connection error and is not queryable'), 503],
    [ofStatement(withCode('ERR_STREAM_DESTROYED')), 503],
    [ofStatement(new Error('timeout expired')), 503],
    [ofStatement(withCode('57P01')), 503],
    [ofStatement(withCode('42601')), 500],
    [ofStatement(withCode('22021')), 400],
    [withCode('22021'), 400],
    [new URIError('x'), 400],
    [new Error('a bug'), 500],
    ['thrown text', 500],
    [undefined, 500],
  ])('maps %p to %i', (error, status) => {
    expect(failureOf(error).status).toBe(status);
  });

  it('hides the message of an unexpected error', () => {
    expect(failureOf(new Error('password=secret')).message).not.toContain('secret');
  });
});
