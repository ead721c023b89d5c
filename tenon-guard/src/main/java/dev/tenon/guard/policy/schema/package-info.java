/** Checks of arguments and results against schemas. */
@NullMarked
package dev.tenon.guard.policy.schema;

import org.jspecify.annotations.NullMarked;
