/** Executors, schedulers and the rules for blocking. For modules of Tenon only. */
@NullMarked
package dev.tenon.internal.concurrent;

import org.jspecify.annotations.NullMarked;
