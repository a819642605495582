import { InvalidArgumentError } from '@ballista-ts/core';

const defaultPort = 50050;

/**
 * `df://host:port`, `http://host:port` or `https://host:port` as the base URL of a scheduler. Host and port default to
 * localhost and 50050.
 *
 * @throws InvalidArgumentError for anything else.
 */
export function schedulerUrl(text: string): {
  readonly baseUrl: string;
  readonly secure: boolean;
  readonly host: string;
  readonly port: number;
} {
  const match = /^(df|https?):\/\/([^/?#]*)\/?$/.exec(text);
  if (match === null) {
    throw new InvalidArgumentError(
      `${JSON.stringify(text)} is not the address of a scheduler: expected df://host:port, http://host:port or https://host:port`,
    );
  }
  const secure = match[1] === 'https';
  let url: URL;
  try {
    url = new URL(`${secure ? 'https' : 'http'}://${match[2] || 'localhost'}`);
  } catch (error) {
    throw new InvalidArgumentError(
      `${JSON.stringify(text)} is not the address of a scheduler: ${match[2]} is no host and port`,
      { cause: error },
    );
  }
  // URL drops a port that is the scheme's default, which is not ours.
  const written = /:(\d+)$/.exec(match[2] ?? '');
  const port = written === null ? defaultPort : Number(written[1]);
  return {
    baseUrl: `${url.protocol}//${url.hostname}:${port}`,
    secure,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
  };
}
