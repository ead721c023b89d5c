/** Files that are replaced atomically and readable by their owner only. */
@NullMarked
package dev.tenon.guard.internal.file;

import org.jspecify.annotations.NullMarked;
