/** What calls the servers: small enough to share two processors with them, and sure of every answer. */
@NullMarked
package dev.tenon.bench.load;

import org.jspecify.annotations.NullMarked;
