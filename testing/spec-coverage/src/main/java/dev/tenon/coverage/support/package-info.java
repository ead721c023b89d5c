/** Contains test support without a protocol: sampling of cases and capture of the log. For tests of all modules. */
@NullMarked
package dev.tenon.coverage.support;

import org.jspecify.annotations.NullMarked;
