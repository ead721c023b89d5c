/**
 * Detects threads that block although they must not. Whether code may block at runtime is checked by {@code
 * dev.tenon.internal.concurrent.ThreadBlockingContext}. For tests of all modules.
 */
@NullMarked
package dev.tenon.coverage.thread;

import org.jspecify.annotations.NullMarked;
