import type { WindowFrame, WindowFrameBound, WindowFrameUnits } from '../../expr/window-frame.js';
import * as df from '../../gen/datafusion_pb.js';
import { scalarValueFromProto, scalarValueToProto } from '../scalar/scalar-value.js';
import { enumMapping, message, required } from '../wire/message.js';

const units = enumMapping<WindowFrameUnits>({
  rows: df.WindowFrameUnits.ROWS,
  range: df.WindowFrameUnits.RANGE,
  groups: df.WindowFrameUnits.GROUPS,
});
const boundKinds = enumMapping<WindowFrameBound['kind']>({
  currentRow: df.WindowFrameBoundType.CURRENT_ROW,
  preceding: df.WindowFrameBoundType.PRECEDING,
  following: df.WindowFrameBoundType.FOLLOWING,
});

export const windowFrameToProto = (frame: WindowFrame): df.WindowFrame =>
  message(df.WindowFrameSchema, {
    windowFrameUnits: units.toProto(frame.units),
    startBound: boundToProto(frame.start),
    endBound: { case: 'bound', value: boundToProto(frame.end) },
  });

const boundToProto = (bound: WindowFrameBound): df.WindowFrameBound =>
  message(df.WindowFrameBoundSchema, {
    windowFrameBoundType: boundKinds.toProto(bound.kind),
    boundValue:
      bound.kind === 'currentRow' || bound.offset === undefined ? undefined : scalarValueToProto(bound.offset),
  });

/** An absent end is the current row; an absent or NULL offset is unbounded. */
export const windowFrameFromProto = (proto: df.WindowFrame): WindowFrame => ({
  units: units.fromProto(proto.windowFrameUnits, proto, 'window_frame_units'),
  start: boundFromProto(required(proto.startBound, proto, 'start_bound')),
  end: proto.endBound.case === undefined ? { kind: 'currentRow' } : boundFromProto(proto.endBound.value),
});

function boundFromProto(proto: df.WindowFrameBound): WindowFrameBound {
  const kind = boundKinds.fromProto(proto.windowFrameBoundType, proto, 'window_frame_bound_type');
  if (kind === 'currentRow' || proto.boundValue === undefined) return { kind };
  const offset = scalarValueFromProto(proto.boundValue);
  return offset.value === null ? { kind } : { kind, offset };
}
