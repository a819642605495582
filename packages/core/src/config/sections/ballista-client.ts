import { defineConfig } from '../define.js';
import { bool, bytes, int } from '../kinds.js';

// A timer that is set further ahead than this fires at once, so longer waits are refused.
const longestTimerMs = 2_147_483_647;
const longestTimerSeconds = Math.floor(longestTimerMs / 1000);
// HTTP/2 has 31 bits for a window.
const largestWindow = 2_147_483_647;

/** How a client, and an executor that reads from another, talks to its peers. */
export const ballistaClientConfig = defineConfig({
  'ballista.client.pull': bool({
    default: false,
    honoured: 'yes',
    doc: 'Asks the scheduler for the state of a job again and again, where otherwise the scheduler streams it.',
  }),
  'ballista.client.use_tls': bool({
    default: false,
    doc: 'Connects to executors with TLS.',
  }),
  'ballista.client.io_retries_times': int({
    default: 3,
    max: 65_535,
    honoured: 'yes',
    doc: 'How often a failed read from an executor is tried again.',
  }),
  'ballista.client.io_retry_wait_time_ms': int({
    default: 3000,
    max: longestTimerMs,
    honoured: 'yes',
    doc: 'Milliseconds between two tries of a failed read.',
  }),
  'ballista.client.grpc_max_message_size': bytes({
    default: 16_777_216,
    min: 1,
    max: 4_294_967_295,
    honoured: 'yes',
    doc: 'Largest message, in bytes, that this side sends or takes in one call.',
  }),
  'ballista.client.grpc_connect_timeout_seconds': int({
    default: 20,
    max: longestTimerSeconds,
    doc: 'Seconds until an attempt to connect is given up.',
  }),
  'ballista.client.grpc_timeout_seconds': int({
    default: 20,
    max: longestTimerSeconds,
    honoured: 'yes',
    doc: 'Seconds until a call without an answer is given up.',
  }),
  'ballista.client.grpc_tcp_keepalive_seconds': int({
    default: 3600,
    max: longestTimerSeconds,
    doc: 'Seconds of silence after which TCP probes a connection.',
  }),
  'ballista.client.grpc_http2_keepalive_interval_seconds': int({
    default: 300,
    max: longestTimerSeconds,
    doc: 'Seconds between two HTTP/2 pings on a connection.',
  }),
  'ballista.client.initial_connection_window_size': bytes({
    default: 67_108_864,
    min: 1,
    max: largestWindow,
    doc: 'Bytes that a peer may have under way on one connection before the first window update.',
  }),
  'ballista.client.initial_stream_window_size': bytes({
    default: 16_777_216,
    min: 1,
    max: largestWindow,
    doc: 'Bytes that a peer may have under way on one stream before the first window update.',
  }),
});
