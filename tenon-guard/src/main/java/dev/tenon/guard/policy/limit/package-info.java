/** Limits on rates and sizes. */
@NullMarked
package dev.tenon.guard.policy.limit;

import org.jspecify.annotations.NullMarked;
