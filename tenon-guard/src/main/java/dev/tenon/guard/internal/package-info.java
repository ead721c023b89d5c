/** How messages pass through a guard. */
@NullMarked
package dev.tenon.guard.internal;

import org.jspecify.annotations.NullMarked;
