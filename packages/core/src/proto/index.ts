// The generated messages and services, one namespace a .proto file. `@ballista-ts/core/proto/flight` and its siblings give one
// file alone, for those who do not want to load the others.

export * as ballista from '../gen/ballista_pb.js';
export * as datafusionCommon from '../gen/datafusion_common_pb.js';
export * as datafusion from '../gen/datafusion_pb.js';
export * as flight from '../gen/flight_pb.js';
export * as externalScaler from '../gen/keda_pb.js';
