/** A guard as a file configures it: it runs, and follows the file. */
@NullMarked
package dev.tenon.guard.running;

import org.jspecify.annotations.NullMarked;
