/**
 * The threads that handlers run on: {@link dev.tenon.concurrent.handlers.HandlerThreads}. Those that are begun together wake one thread
 * where the thread that begins them {@linkplain dev.tenon.concurrent.handlers.Gathering gathers}; {@code docs/choices/stdio-threads.md} says what that saves.
 */
@NullMarked
package dev.tenon.concurrent.handlers;

import org.jspecify.annotations.NullMarked;
