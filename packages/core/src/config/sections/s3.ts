import { defineConfig } from '../define.js';
import { bool, text } from '../kinds.js';

/** Access to S3. Without keys the environment is asked. The settings travel to executors with the session. */
export const s3Config = defineConfig({
  's3.access_key_id': text({
    optional: true,
    default: null,
    secret: true,
    doc: 'Access key. Without one, credentials come from the environment of each process.',
  }),
  's3.secret_access_key': text({
    optional: true,
    default: null,
    secret: true,
    doc: 'Secret of the access key.',
  }),
  's3.session_token': text({
    optional: true,
    default: null,
    secret: true,
    doc: 'Token of temporary credentials.',
  }),
  's3.region': text({
    optional: true,
    default: null,
    doc: 'Region of the buckets.',
  }),
  's3.endpoint': text({
    optional: true,
    default: null,
    expected: 'an http or https URL',
    check: (value) => (/^https?:\/\/[^\s/]+/i.test(value) ? undefined : ''),
    doc: 'URL of a service that speaks the S3 protocol, where it is not Amazon.',
  }),
  's3.allow_http': bool({
    default: false,
    doc: 'Permits connections without TLS.',
  }),
});
