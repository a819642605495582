import { FieldReader, varintLength, writeVarint } from './varint.js';

// The messages of Flight that carry bulk data, written and read by hand so that their bodies are never copied into a protobuf
// message. All others go through the generated code.

/** gRPC puts one byte (compressed or not) and four bytes of length in front of each message. */
export const grpcPrefixLength = 5;

const lengthDelimited = 2;
const tag = (field: number): number => field * 8 + lengthDelimited;
const dataHeaderTag = tag(2);
const appMetadataTag = tag(3);
const dataBodyTag = tag(1000);
const bodyTag = tag(1);

/** FlightData as it stands on the wire: an Arrow IPC message, its body in chunks. */
export interface FlightFrame {
  /** The flatbuffer of the IPC message. */
  readonly metadata: Uint8Array;
  readonly body: readonly Uint8Array[];
  readonly bodyLength: number;
  readonly appMetadata?: Uint8Array;
}

/** One gRPC message holding a whole protobuf message. */
export function frameMessage(message: Uint8Array): Uint8Array {
  const frame = new Uint8Array(grpcPrefixLength + message.byteLength);
  new DataView(frame.buffer).setUint32(1, message.byteLength);
  frame.set(message, grpcPrefixLength);
  return frame;
}

/** The chunks of one FlightData as a gRPC message: everything small in the first, then the body as it is. */
export function frameFlightData({ metadata, body, bodyLength, appMetadata }: FlightFrame): Uint8Array[] {
  const fields: (readonly [fieldTag: number, bytes: Uint8Array])[] = [[dataHeaderTag, metadata]];
  if (appMetadata !== undefined && appMetadata.byteLength > 0) fields.push([appMetadataTag, appMetadata]);
  let headLength = 0;
  for (const [fieldTag, bytes] of fields) {
    headLength += varintLength(fieldTag) + varintLength(bytes.byteLength) + bytes.byteLength;
  }
  if (bodyLength > 0) headLength += varintLength(dataBodyTag) + varintLength(bodyLength);
  const head = new Uint8Array(grpcPrefixLength + headLength);
  new DataView(head.buffer).setUint32(1, headLength + bodyLength);
  let at = grpcPrefixLength;
  for (const [fieldTag, bytes] of fields) {
    at = writeVarint(head, at, fieldTag);
    at = writeVarint(head, at, bytes.byteLength);
    head.set(bytes, at);
    at += bytes.byteLength;
  }
  if (bodyLength > 0) {
    at = writeVarint(head, at, dataBodyTag);
    writeVarint(head, at, bodyLength);
  }
  return [head, ...body];
}

/** The chunks of one Result (what DoAction answers) as a gRPC message. */
export function frameResult(body: Uint8Array): Uint8Array[] {
  const headLength = resultHeadLength(body.byteLength);
  const head = new Uint8Array(grpcPrefixLength + headLength);
  new DataView(head.buffer).setUint32(1, headLength + body.byteLength);
  writeVarint(head, writeVarint(head, grpcPrefixLength, bodyTag), body.byteLength);
  return [head, body];
}

const resultHeadLength = (bodyLength: number): number => 1 + varintLength(bodyLength);

/**
 * Where the body begins in a Result of that many bytes, which its length alone tells. A receiver that places it at a multiple of 8
 * can hand the body on without copying it again.
 */
export function resultBodyOffset(messageLength: number): number {
  for (let headLength = 2; headLength <= 6; headLength += 1) {
    const bodyLength = messageLength - headLength;
    if (bodyLength >= 0 && resultHeadLength(bodyLength) === headLength) return headLength;
  }
  return 0;
}

/** Reads a FlightData; the parts are views of `message`. @throws DecodeError */
export function parseFlightData(message: Uint8Array): FlightFrame {
  const reader = new FieldReader(message);
  let metadata: Uint8Array = new Uint8Array(0);
  let appMetadata: Uint8Array | undefined;
  let body: Uint8Array | undefined;
  while (!reader.done) {
    const fieldTag = reader.varint();
    if (fieldTag === dataHeaderTag) metadata = reader.bytes();
    else if (fieldTag === appMetadataTag) appMetadata = reader.bytes();
    else if (fieldTag === dataBodyTag) body = reader.bytes();
    else reader.skip(fieldTag % 8);
  }
  return {
    metadata,
    body: body === undefined ? [] : [body],
    bodyLength: body?.byteLength ?? 0,
    ...(appMetadata === undefined ? {} : { appMetadata }),
  };
}

/** Reads a Result; its body is a view of `message`. @throws DecodeError */
export function parseResult(message: Uint8Array): Uint8Array {
  const reader = new FieldReader(message);
  let body: Uint8Array = new Uint8Array(0);
  while (!reader.done) {
    const fieldTag = reader.varint();
    if (fieldTag === bodyTag) body = reader.bytes();
    else reader.skip(fieldTag % 8);
  }
  return body;
}
