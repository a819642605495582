/** Everything that holds something: close it, or let `await using` do so. Closing twice is fine. */
export interface Closeable extends AsyncDisposable {
  close(): Promise<void>;
}
