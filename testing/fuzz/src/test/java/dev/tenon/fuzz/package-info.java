/**
 * Properties that must hold for every input, as fuzz targets. The fuzzer calls the method {@code fuzzerTestOneInput} of
 * each target, and the tests call it with the corpus and mutations of it. For maintainers only.
 */
@NullMarked
package dev.tenon.fuzz;

import org.jspecify.annotations.NullMarked;
