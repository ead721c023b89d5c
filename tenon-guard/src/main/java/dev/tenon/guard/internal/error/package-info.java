/** Failures of upstream servers, and the errors that clients get for them. */
@NullMarked
package dev.tenon.guard.internal.error;

import org.jspecify.annotations.NullMarked;
