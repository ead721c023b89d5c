/**
 * Measures which requirements of the specification have passed tests. Tests declare requirements with {@link
 * dev.tenon.coverage.Covers}; the lists of requirements are resources of this module. For tests of all modules and for
 * the build.
 */
@NullMarked
package dev.tenon.coverage;

import org.jspecify.annotations.NullMarked;
