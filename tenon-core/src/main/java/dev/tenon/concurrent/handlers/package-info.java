/**
 * The threads that handlers run on: {@link dev.tenon.concurrent.handlers.HandlerThreads} is all that others see of them. Handlers that
 * are begun together wake one thread; {@code docs/choices/stdio-threads.md} says what that saves.
 */
@NullMarked
package dev.tenon.concurrent.handlers;

import org.jspecify.annotations.NullMarked;
