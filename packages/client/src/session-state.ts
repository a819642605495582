import type { SessionConfig } from '@ballista-ts/core';
import type { ListingContext } from '@ballista-ts/datasource';
import type { SessionCatalog } from './catalog/session-catalog.js';

/** What statements of a session read and change. */
export interface SessionState {
  readonly catalog: SessionCatalog;
  readonly listing: ListingContext;
  config: SessionConfig;
}
