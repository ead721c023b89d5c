/**
 * What the threads of a server, a client and a guard may do: {@link dev.tenon.concurrent.ExecutionContext} answers whether code
 * may wait, {@link dev.tenon.concurrent.RuntimeScheduler} runs what is due later. The contract is in {@code docs/threading.md}.
 * {@link dev.tenon.concurrent.BoundedCache} keeps what many threads look up.
 */
@NullMarked
package dev.tenon.concurrent;

import org.jspecify.annotations.NullMarked;
