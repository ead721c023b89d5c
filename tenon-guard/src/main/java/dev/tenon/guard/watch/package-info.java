/** Who watches what passes the guard: an audit, metrics, traces. */
@NullMarked
package dev.tenon.guard.watch;

import org.jspecify.annotations.NullMarked;
