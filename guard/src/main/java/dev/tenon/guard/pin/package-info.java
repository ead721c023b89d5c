/**
 * Pinning of tool definitions: the lock file of approved definitions, and the policy that blocks changed ones. Other
 * policies are in {@link dev.tenon.guard.policy}. For applications that embed a guard or review its tools.
 */
@NullMarked
package dev.tenon.guard.pin;

import org.jspecify.annotations.NullMarked;
