/** Counting of uses, and sharing of work that several callers wait for. */
@NullMarked
package dev.tenon.guard.internal.concurrent;

import org.jspecify.annotations.NullMarked;
