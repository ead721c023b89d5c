/** Rules for arguments of tools. */
@NullMarked
package dev.tenon.guard.policy.argument;

import org.jspecify.annotations.NullMarked;
