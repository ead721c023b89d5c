/** Which callers may use which features. */
@NullMarked
package dev.tenon.guard.policy.access;

import org.jspecify.annotations.NullMarked;
