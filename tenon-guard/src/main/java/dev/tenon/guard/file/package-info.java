/** Files of the guard that are either wholly there or not at all, and what is written into them. */
@NullMarked
package dev.tenon.guard.file;

import org.jspecify.annotations.NullMarked;
