/** Text forms that policies compare. */
@NullMarked
package dev.tenon.guard.policy.internal;

import org.jspecify.annotations.NullMarked;
