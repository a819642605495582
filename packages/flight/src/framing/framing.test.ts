import { flight } from '@ballista-ts/core/proto';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinBytes } from '../../test/sample-batches.js';
import { GrpcFrameReader } from './frame-reader.js';
import { formatGrpcTimeout, parseGrpcTimeout } from './grpc-timeout.js';
import {
  frameFlightData,
  frameMessage,
  frameResult,
  parseFlightData,
  parseResult,
  resultBodyOffset,
} from './messages.js';
import { decodeMessage, encodeMessage, statusOf, trailersOf } from './status-trailers.js';

const bytes = fc.uint8Array({ maxLength: 400 });
const payload = (frame: Uint8Array[]): Uint8Array => {
  const joined = joinBytes(frame);
  expect(new DataView(joined.buffer).getUint32(1)).toBe(joined.length - 5);
  return joined.subarray(5);
};

describe('FlightData and Result', () => {
  test('written by hand are what the generated code reads', () => {
    fc.assert(
      fc.property(bytes, bytes, bytes, (metadata, body, appMetadata) => {
        const frame = { metadata, body: [body], bodyLength: body.length, appMetadata };
        const message = fromBinary(flight.FlightDataSchema, payload(frameFlightData(frame)));
        expect([message.dataHeader, message.dataBody, message.appMetadata]).toEqual([metadata, body, appMetadata]);
        expect(fromBinary(flight.ResultSchema, payload(frameResult(body))).body).toEqual(body);
      }),
    );
  });

  test('written by the generated code are what we read, unknown fields included', () => {
    fc.assert(
      fc.property(bytes, bytes, (dataHeader, dataBody) => {
        const message = create(flight.FlightDataSchema, {
          dataHeader,
          dataBody,
          flightDescriptor: { type: 1, path: ['a', 'b'] },
        });
        const frame = parseFlightData(toBinary(flight.FlightDataSchema, message));
        expect([frame.metadata, joinBytes(frame.body)]).toEqual([dataHeader, dataBody]);
        const result = toBinary(flight.ResultSchema, create(flight.ResultSchema, { body: dataBody }));
        expect(parseResult(result)).toEqual(dataBody);
      }),
    );
  });

  test('of every length tell where their body begins', () => {
    for (const length of [1, 2, 126, 127, 128, 129, 16_382, 16_383, 16_384, 16_385, 2_097_151, 2_097_152, 2_097_153]) {
      const frame = frameResult(new Uint8Array(length));
      const total = frame[0]!.length + length - 5;
      expect(resultBodyOffset(total), `${length}`).toBe(total - length);
    }
  });
});

describe('the frame reader', () => {
  test('cuts any chunking into the same messages', () => {
    const messages = [new Uint8Array(0), new Uint8Array(3).fill(1), new Uint8Array(5000).fill(2), new Uint8Array(1)];
    const stream = joinBytes(messages.map(frameMessage));
    for (const size of [1, 4, 5, 6, 1000, stream.length]) {
      const reader = new GrpcFrameReader({ maxMessageBytes: 10_000 });
      const seen: Uint8Array[] = [];
      for (let at = 0; at < stream.length; at += size) seen.push(...reader.push(stream.subarray(at, at + size)));
      expect(seen.map((one) => Buffer.from(one))).toEqual(messages.map((one) => Buffer.from(one)));
      expect(reader.atBoundary).toBe(true);
    }
  });

  test('knows when it is inside a message', () => {
    const reader = new GrpcFrameReader({ maxMessageBytes: 10 });
    reader.push(new Uint8Array([0, 0]));
    expect(reader.atBoundary).toBe(false);
    reader.push(new Uint8Array([0, 0, 1]));
    expect(reader.atBoundary).toBe(false);
    reader.push(new Uint8Array([9]));
    expect(reader.atBoundary).toBe(true);
  });
});

describe('grpc-timeout', () => {
  test('is read in all units and written in eight digits', () => {
    expect(['2H', '3M', '4S', '5m', '6u', '7n'].map(parseGrpcTimeout)).toEqual([7_200_000, 180_000, 4000, 5, 1, 1]);
    expect(['', '5', 'm', '123456789m', '-1S', '1.5S', undefined, ['1S', '2S']].map(parseGrpcTimeout)).toEqual(
      Array(8).fill(undefined),
    );
    expect([0, 0.4, 20_000, 99_999_999, 100_000_000, 1e15].map(formatGrpcTimeout)).toEqual([
      '1m',
      '1m',
      '20000m',
      '99999999m',
      '100000S',
      '99999999S',
    ]);
  });
});

describe('status trailers', () => {
  test('carry any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const encoded = encodeMessage(text);
        expect(encoded).toMatch(/^[\x20-\x7e]*$/);
        expect(decodeMessage(encoded)).toBe(text);
      }),
    );
    expect(decodeMessage('100 % sure')).toBe('100 % sure');
    expect(encodeMessage('x'.repeat(10_000)).length).toBeLessThan(3000);
  });

  test('say nothing when there is no status', () => {
    expect(statusOf({})).toBeUndefined();
    expect(statusOf({ 'grpc-status': '0' })).toBe('ok');
    expect(trailersOf(new Error('x'))).toEqual({ 'grpc-status': '13', 'grpc-message': 'x' });
  });
});
