import { crc32 } from 'node:zlib';
import { DecodeError } from '@ballista-ts/core';

/**
 * How records lie in a segment: `"BTSR"`, length (u32, little-endian), CRC-32 of length and payload (u32), payload. The mark
 * at the beginning lets a reader find the next record behind a damaged one, and so tell a record that was cut off by a crash
 * (nothing follows it) from one that was damaged later (something does).
 */
const mark = Buffer.from('BTSR');
const headerBytes = 12;

/** Longest payload: more is no record of ours. */
export const maxRecordBytes = 256 * 1024 * 1024;

/** A record with its frame. @throws DecodeError when it is longer than a record may be */
export function frame(payload: Uint8Array): Buffer {
  if (payload.byteLength > maxRecordBytes) {
    throw new DecodeError(
      `a record of ${payload.byteLength} bytes is longer than the event log takes (${maxRecordBytes})`,
    );
  }
  const framed = Buffer.allocUnsafe(headerBytes + payload.byteLength);
  mark.copy(framed);
  framed.writeUInt32LE(payload.byteLength, 4);
  framed.set(payload, headerBytes);
  framed.writeUInt32LE(checksum(framed), 8);
  return framed;
}

/** Over the length and the payload, of a frame or what claims to be one. */
const checksum = (framed: Buffer): number => crc32(framed.subarray(headerBytes), crc32(framed.subarray(4, 8)));

/** One whole record at `offset`, if there is one. */
function recordAt(data: Buffer, offset: number): Buffer | undefined {
  if (data.length - offset < headerBytes || !data.subarray(offset, offset + 4).equals(mark)) return undefined;
  const length = data.readUInt32LE(offset + 4);
  if (length > maxRecordBytes || data.length - offset - headerBytes < length) return undefined;
  const framed = data.subarray(offset, offset + headerBytes + length);
  return framed.readUInt32LE(8) === checksum(framed) ? framed.subarray(headerBytes) : undefined;
}

/**
 * The records of a segment from `start` on, and how many bytes at its end are what a crash left of the last one.
 * @throws DecodeError naming file and offset when a damaged record is followed by a whole one
 */
export function readFrames(data: Buffer, start: number, file: string): { records: Buffer[]; tornBytes: number } {
  const records: Buffer[] = [];
  let offset = start;
  while (offset < data.length) {
    const record = recordAt(data, offset);
    if (record === undefined) {
      const next = nextRecord(data, offset + 1);
      if (next === undefined) break;
      throw new DecodeError(
        `the event log ${file} is damaged at offset ${offset} (of ${data.length}): the record there is not what was written, and others follow it from offset ${next}. Restore the file from a backup, or move the data directory away: the scheduler then starts without the jobs that it knew`,
      );
    }
    records.push(record);
    offset += headerBytes + record.length;
  }
  return { records, tornBytes: data.length - offset };
}

function nextRecord(data: Buffer, from: number): number | undefined {
  for (let at = data.indexOf(mark, from); at >= 0; at = data.indexOf(mark, at + 1)) {
    if (recordAt(data, at) !== undefined) return at;
  }
  return undefined;
}
