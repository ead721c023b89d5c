/** The guard's configuration: a YAML file, read into immutable records, its mistakes told with their lines. */
@NullMarked
package dev.tenon.guard.config;

import org.jspecify.annotations.NullMarked;
