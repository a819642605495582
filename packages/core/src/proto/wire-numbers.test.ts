import { readFileSync } from 'node:fs';
import { type DescEnum, type DescField, type DescFile, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import { ballista, datafusion, datafusionCommon, externalScaler, flight } from './index.js';

const upstreamFiles: readonly DescFile[] = [
  ballista.file_ballista,
  datafusion.file_datafusion,
  datafusionCommon.file_datafusion_common,
];
const pinned = readFileSync(new URL('../../testdata/wire-numbers.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

const isOurs = (name: string): boolean => /Ext(\.|$)/.test(name);

const scalarNames = Object.fromEntries(Object.entries(ScalarType).map(([name, value]) => [value, name.toLowerCase()]));

function fieldType(field: DescField): string {
  switch (field.fieldKind) {
    case 'scalar':
      return scalarNames[field.scalar]!;
    case 'enum':
      return field.enum.typeName;
    case 'message':
      return field.message.typeName;
    case 'list':
      return `repeated ${field.listKind === 'scalar' ? scalarNames[field.scalar] : (field.message ?? field.enum)!.typeName}`;
    case 'map':
      return `map<${scalarNames[field.mapKey]}, ${field.mapKind === 'scalar' ? scalarNames[field.scalar] : (field.message ?? field.enum)!.typeName}>`;
  }
}

function* linesOf(message: DescMessage): Generator<string> {
  if (message.fields.length === 0 && message.proto.reservedRange.length === 0) yield `${message.typeName} (empty)`;
  for (const field of message.fields) {
    const optional = field.proto.proto3Optional ? 'optional ' : '';
    const packed = field.proto.options?.packed === false ? ' [packed = false]' : '';
    const oneof = field.oneof === undefined ? '' : ` in ${field.oneof.name}`;
    yield `${message.typeName} ${field.name} = ${field.number}: ${optional}${fieldType(field)}${packed}${oneof}`;
  }
  for (const range of message.proto.reservedRange) {
    for (let number = range.start; number < range.end; number += 1) yield `${message.typeName} reserved ${number}`;
  }
  for (const nested of message.nestedMessages) yield* linesOf(nested);
  for (const nested of message.nestedEnums) yield* enumLines(nested);
}
function* enumLines(of: DescEnum): Generator<string> {
  for (const value of of.values) yield `${of.typeName} ${value.name} = ${value.number}`;
}
function* allLines(): Generator<string> {
  for (const file of upstreamFiles) {
    for (const message of file.messages) yield* linesOf(message);
    for (const one of file.enums) yield* enumLines(one);
    for (const service of file.services) {
      for (const method of service.methods) {
        const stream = method.methodKind === 'server_streaming' ? 'stream ' : '';
        yield `${service.typeName} rpc ${method.name}(${method.input.name}) ${stream}${method.output.name}`;
      }
    }
  }
}
/** Type names lose their package when it is that of the message, as the pinned list writes them. */
const short = (line: string): string => {
  const owner = /^(\w+(?:\.protobuf)?)\.(\S+)/.exec(line)!;
  const [head, ...rest] = line.split(': ');
  if (rest.length === 0) return line;
  return `${head}: ${rest.join(': ').replaceAll(`${owner[1]}.${owner[2]}.`, '').replaceAll(`${owner[1]}.`, '')}`;
};
const isExtensionLine = (line: string): boolean =>
  isOurs(line.split(' ')[0]!) || Number(/ = (\d+)/.exec(line)?.[1] ?? 0) >= 1000;

describe('wire numbers', () => {
  test('every pinned field, value, retired number and method is what the generated code has, and nothing else', () => {
    const actual = [...allLines()].map(short).filter((line) => !isExtensionLine(line));
    expect(new Set(actual)).toEqual(new Set(pinned));
    expect(actual.length).toBe(pinned.length);
    expect(pinned.length).toBeGreaterThan(1600);
  });

  test('every field and message of ours is listed in docs/wire.md', () => {
    const doc = readFileSync(new URL('../../../../docs/wire.md', import.meta.url), 'utf8');
    const ours = [...allLines()].map(short).filter(isExtensionLine);
    expect(ours.length).toBeGreaterThan(5);
    const missing = ours
      .map((line) => {
        const [owner, field] = line.split(' ') as [string, string];
        const message = owner.replace(/^.*?\.(?=[A-Z])/, '');
        return isOurs(owner) ? message : `${message}.${field}`;
      })
      .filter((name) => !doc.includes(`\`${name}\``));
    expect(missing).toEqual([]);
  });

  test('fields of ours in upstream messages are optional on the wire', () => {
    for (const file of upstreamFiles) {
      for (const message of file.messages) {
        if (isOurs(message.name)) continue;
        for (const field of message.fields.filter((one) => one.number >= 1000)) {
          const absentIsLegal =
            field.oneof !== undefined ||
            field.fieldKind === 'message' ||
            field.fieldKind === 'list' ||
            field.fieldKind === 'map' ||
            field.proto.proto3Optional;
          expect(absentIsLegal, `${message.typeName}.${field.name}`).toBe(true);
        }
      }
    }
  });

  test('the Flight and KEDA services answer to the names their clients call', () => {
    expect(flight.FlightService.typeName).toBe('arrow.flight.protocol.FlightService');
    expect(flight.FlightService.methods.map((one) => one.name)).toEqual([
      'Handshake',
      'ListFlights',
      'GetFlightInfo',
      'PollFlightInfo',
      'GetSchema',
      'DoGet',
      'DoPut',
      'DoExchange',
      'DoAction',
      'ListActions',
    ]);
    const body = flight.FlightDataSchema.fields.find((one) => one.name === 'data_body');
    expect(body?.number).toBe(1000);
    expect(externalScaler.ExternalScaler.typeName).toBe('externalscaler.ExternalScaler');
    expect(externalScaler.ExternalScaler.methods.map((one) => one.name)).toEqual([
      'IsActive',
      'GetMetricSpec',
      'GetMetrics',
    ]);
  });
});
