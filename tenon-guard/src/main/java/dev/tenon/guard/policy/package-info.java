/** What may pass: one small interface, applied to each message on its way through the guard, in either direction. */
@NullMarked
package dev.tenon.guard.policy;

import org.jspecify.annotations.NullMarked;
