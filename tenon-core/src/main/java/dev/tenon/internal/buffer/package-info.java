/** Bounds on memory, and chunked text. For modules of Tenon only. */
@NullMarked
package dev.tenon.internal.buffer;

import org.jspecify.annotations.NullMarked;
