/** Requests of clients without a session, and calls that are suspended between two of them. */
@NullMarked
package dev.tenon.guard.internal.stateless;

import org.jspecify.annotations.NullMarked;
