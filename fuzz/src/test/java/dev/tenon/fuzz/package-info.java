/**
 * What holds for every input. Each {@code ...Target} has a method {@code fuzzerTestOneInput} that the fuzzer finds by
 * its name, and that the tests feed with the corpus and with changes of it.
 */
@NullMarked
package dev.tenon.fuzz;

import org.jspecify.annotations.NullMarked;
