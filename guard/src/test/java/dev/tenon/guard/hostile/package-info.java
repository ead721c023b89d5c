/** Tests with bad servers behind the guard. */
@NullMarked
package dev.tenon.guard.hostile;

import org.jspecify.annotations.NullMarked;
