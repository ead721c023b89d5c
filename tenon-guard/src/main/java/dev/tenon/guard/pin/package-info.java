/** What was agreed to: the definitions of tools as they were approved, and what became of them since. */
@NullMarked
package dev.tenon.guard.pin;

import org.jspecify.annotations.NullMarked;
